import { beforeEach, describe, expect, it, vi } from 'vitest';
import { takeSeat } from '../src/store/join';
import { knownMatches } from '../src/store/keep';

type Call = { path: string; token: string; body: Record<string, string> };

/** A server with one seat: `lost` answers are lost on the way, though what was asked has happened. */
function serve(lost: number): { calls: Call[]; link: () => string } {
  const calls: Call[] = [];
  let link = 'invitation';
  let claimed = false;
  vi.stubGlobal('fetch', (path: string, { headers, body }: { headers: Record<string, string>; body: string | null }) => {
    const call = { path, token: (headers['Authorization'] ?? '').slice(7), body: body ? (JSON.parse(body) as Record<string, string>) : {} };
    calls.push(call);
    const json = (said: unknown, status = 200): Promise<Response> => Promise.resolve(new Response(JSON.stringify(said), { status }));
    if (call.token !== link) return json({ error: 'this link is wrong or has been revoked' }, 401);
    if (!path.endsWith('/claim')) return json({ game: 'g', seat: 'soviet' });
    if (claimed) return json({ error: 'claimed already' }, 409);
    claimed = true;
    link = call.body['token'] ?? '';
    return lost-- > 0 ? Promise.reject(new TypeError('Failed to fetch')) : json({ seat: 'soviet', token: link });
  });
  return { calls, link: () => link };
}

describe('an invitation', () => {
  beforeEach(() => {
    const shelf = new Map<string, string>();
    vi.stubGlobal('localStorage', { getItem: (key: string) => shelf.get(key) ?? null, setItem: (key: string, value: string) => shelf.set(key, value) });
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
  });

  it('gives a seat with a new link, which is remembered', async () => {
    const server = serve(0);
    const own = await takeSeat('m', 'invitation');
    expect(own).toBe(server.link());
    expect(own).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(knownMatches().map(({ id, token, seat }) => [id, token, seat])).toEqual([['m', own, 'soviet']]);
  });

  it('loses nobody the seat when an answer is lost, and opens it again for the same person', async () => {
    const server = serve(1);
    const own = await takeSeat('m', 'invitation');
    expect(own).toBe(server.link());
    expect(await takeSeat('m', 'invitation')).toBe(own);
  });

  it('opens nothing for somebody else', async () => {
    serve(0);
    await takeSeat('m', 'invitation');
    localStorage.setItem('grognard.claim.m', '""');
    await expect(takeSeat('m', 'invitation')).rejects.toMatchObject({ status: 401 });
  });
});
