// A player in another language: the first command it is offered. Run it with: grognard duel fords "run:node docs/players/bot.mjs" random
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const heard = JSON.parse(line);
  if (heard.say === "decide") console.log(JSON.stringify({ command: heard.commands[0], why: "the first one offered" }));
  if (heard.say === "refused") console.log(JSON.stringify({ ask: "commands" }));
  if (heard.say === "answer") console.log(JSON.stringify({ command: heard.commands[0] }));
  if (heard.say === "end") break;
}
