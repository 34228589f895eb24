/** In place of the browser's own: what would be heard and what would be told to somebody who looks elsewhere. For `addInitScript`. */
export function listen() {
  [window.tones, window.notices, window.away] = [0, [], false];
  const { AudioContext: Audio } = window;
  window.AudioContext = class extends Audio {
    createGain() {
      window.tones += 1;
      return super.createGain();
    }
  };
  window.Notification = class {
    static requestPermission = async () => 'granted';

    constructor(title, { body }) {
      window.notices.push(`${title}: ${body}`);
    }
  };
  Object.defineProperty(document, 'visibilityState', { get: () => (window.away ? 'hidden' : 'visible') });
}

/** Sounds and notices, each by one click of the menu. */
export async function wantsBoth(page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sounds are off' }).click();
  await page.getByRole('button', { name: 'Tell me when it is my move' }).click();
  await page.getByRole('button', { name: 'Tells you when it is your move' }).waitFor();
  await page.keyboard.press('Escape');
}

/** Every host that a page asks for anything, as it comes. */
export function hostsOf(page) {
  const hosts = new Set();
  page.context().on('request', (request) => hosts.add(new URL(request.url()).host));
  page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host));
  return hosts;
}
