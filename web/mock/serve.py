"""A stand-in for the server while the page is built: the real engine behind plain HTTP, nothing stored."""

from __future__ import annotations

import json
import mimetypes
import secrets
import sys
import tempfile
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import yaml

import grognard
from grognard.core.command import from_json
from grognard.games import GAMES, folder_of, load_game

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/grognard/server/static"
TOKENS = ROOT / "src/grognard/draw/tokens.json"
CACHE = Path(tempfile.gettempdir()) / "tiles"
LOCK = threading.RLock()
MATCHES: dict[str, dict[str, Any]] = {}


def games() -> list[dict[str, Any]]:
    out = []
    for slug, (_, title, playable) in GAMES.items():
        row: dict[str, Any] = {"slug": slug, "title": title, "playable": playable, "seats": [], "sides": [], "scenarios": [], "choices": []}
        if playable:
            g = load_game(slug)
            row |= {"seats": g.seats, "sides": g.sides}
            row["scenarios"] = [{"name": s.name, "title": s.title, "text": s.text} for s in g.scenarios]
            row["choices"] = [{"name": c.name, "title": c.title, "values": c.values, "default": c.default, "rule": c.rule} for c in g.choices]
        out.append(row)
    return out


def board(slug: str) -> dict[str, Any]:
    b = load_game(slug).board
    n = b.names
    hexes = []
    for k in range(b.hexes):
        x, y = b.centre(k)
        feats = [f for i, f in enumerate(b.features) if int(b.feature_bits[k]) >> i & 1]
        hexes.append({"name": n[k], "x": x, "y": y, "terrain": b.terrains[int(b.terrain[k])], "features": feats,
                      "provenance": b.hex_provenance[k], "note": b.hex_notes.get(k, "")})
    xs, ys = [h["x"] for h in hexes], [h["y"] for h in hexes]
    return {
        "name": b.name, "title": b.title, "stagger": b.grid.stagger, "corners": b.grid.corners(), "hexes": hexes,
        "sides": [{"a": n[s.hexes[0]], "b": n[s.hexes[1]], "kind": s.kind, "name": s.name, "provenance": s.provenance} for s in b.sides],
        "places": [{"hex": n[p.hex], "kind": p.kind, "name": p.name, "tags": p.tags, "provenance": p.provenance} for p in b.places],
        "areas": {a.name: {"title": a.title, "hexes": [n[h] for h in a.hexes]} for a in b.areas.values()},
        "boxes": [{"name": x.name, "title": x.title, "tags": x.tags} for x in b.boxes],
        "bounds": [min(xs) - 0.6, min(ys) - 0.6, max(xs) + 0.6, max(ys) + 0.6],
    }


def rules(slug: str) -> list[dict[str, Any]]:
    data = yaml.safe_load((folder_of(slug) / "rules.yaml").read_text(encoding="utf-8"))
    return [{"id": r["id"], "title": r.get("title", ""), "text": r.get("text", ""), "kind": r.get("kind", ""),
             "refs": r.get("refs", []), "rulings": r.get("rulings", [])} for r in data["rules"]]


def tile(slug: str, theme: str, rest: str) -> Path | None:
    out = CACHE / slug / theme
    with LOCK:
        if not (out / "index.json").exists():
            from grognard.draw.tiles import make_tiles

            make_tiles(load_game(slug).board, out, theme, (12, 24, 48, 96))  # type: ignore[arg-type]
    path = (out / rest).resolve()
    return path if path.is_relative_to(out.resolve()) and path.exists() else None


def log(m: Any, seat: int) -> list[dict[str, Any]]:
    from grognard.core.view import event_view

    first = m._last
    chain = []
    while first is not None:
        chain.append(first)
        first = first.before
    return [event_view(m.game, e, seat) | {"at": link.number} for link in reversed(chain) for e in link.events]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: Any) -> None:
        pass

    def send(self, status: int, body: Any, kind: str = "application/json") -> None:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def do_GET(self) -> None:
        self.route("GET")

    def do_POST(self) -> None:
        self.route("POST")

    def do_PUT(self) -> None:
        self.route("PUT")

    def route(self, method: str) -> None:
        url = urllib.parse.urlparse(self.path)
        parts = [p for p in url.path.split("/") if p]
        query = dict(urllib.parse.parse_qsl(url.query))
        size = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(size)) if size else {}
        try:
            with LOCK:
                self.answer(method, parts, query, body)
        except grognard.Illegal as e:
            self.send(422, {"rule": e.rule, "why": e.why})
        except (KeyError, NotImplementedError) as e:
            self.send(404, {"error": f"not found: {e}"})

    def answer(self, method: str, parts: list[str], query: dict[str, str], body: dict[str, Any]) -> None:
        if parts[:1] != ["api"]:
            return self.static(parts)
        match parts[1:]:
            case ["games"]:
                self.send(200, games())
            case ["games", slug, "board"]:
                self.send(200, board(slug))
            case ["games", slug, "rules"]:
                self.send(200, rules(slug))
            case ["games", slug, "tiles", theme, *rest]:
                path = tile(slug, theme, "/".join(rest))
                if path is None:
                    self.send(404, {"error": "no such tile"})
                else:
                    self.send(200, path.read_bytes(), mimetypes.guess_type(path.name)[0] or "image/webp")
            case ["tokens.json"]:
                self.send(200, TOKENS.read_bytes())
            case ["matches"]:
                m = grognard.new(body["game"], body.get("scenario"), body.get("options"), body.get("seed"))
                id = secrets.token_hex(4)
                links = {s: secrets.token_hex(8) for s in (*m.game.seats, "spectator")}
                hot = secrets.token_hex(8) if body.get("hotseat") else ""
                MATCHES[id] = {"m": m, "links": links, "hot": hot, "players": body.get("players", {}), "chat": [], "notes": {}, "keys": {}}
                self.send(200, {"id": id, "links": links} | ({"hotseat": hot} if hot else {}))
            case ["matches", id, *rest]:
                self.match(method, id, rest, query, body)
            case _:
                self.send(404, {"error": "no such address"})

    def match(self, method: str, id: str, rest: list[str], query: dict[str, str], body: dict[str, Any]) -> None:
        t = MATCHES[id]
        m = t["m"]
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        hot = bool(t["hot"]) and token == t["hot"]
        seat = next((s for s, k in t["links"].items() if k == token), "")
        if not seat and not hot:
            return self.send(401, {"error": "this link is not valid"})
        if hot:
            seat = m.game.seats[m.seat] if m.seat >= 0 else "spectator"
        who = -1 if seat == "spectator" else m.game.seat(seat)

        def undoable() -> bool:
            return m._last.before is not None and m._last is not m._barrier

        def now(x: Any) -> Any:
            w = x.seat if hot else who
            return x.view(w if w >= 0 else None)

        def names(key: str) -> list[str]:
            return [x for x in query.get(key, "").split("+") if x]

        match rest:
            case []:
                self.send(200, {"id": id, "game": m.game.slug, "scenario": m.scenario, "options": m.options_chosen, "seat": seat, "hotseat": hot,
                                "version": m.length, "view": now(m), "log": log(m, who), "players": t["players"], "commitment": m.commitment,
                                "chat": t["chat"], "notes": t["notes"].get(seat, ""), "thinking": None, "undo": undoable()})
            case ["commands"]:
                if body["key"] in t["keys"]:
                    return self.send(200, t["keys"][body["key"]])
                if body["version"] != m.length:
                    return self.send(409, {"error": "the position has changed", "version": m.length})
                before = m.length
                m.do(body["command"], seat=who)
                answer = {"version": m.length, "events": [e for e in log(m, who) if e["at"] > before], "view": now(m), "undo": undoable()}
                t["keys"][body["key"]] = answer
                self.send(200, answer)
            case ["undo"]:
                m.undo(agreed=body.get("agreed", False))
                self.send(200, {"version": m.length, "view": now(m), "undo": undoable()})
            case ["chat"]:
                t["chat"].append({"seat": seat, "text": body["text"]})
                self.send(200, {"ok": True})
            case ["notes"]:
                t["notes"][seat] = body["text"]
                self.send(200, {"ok": True})
            case ["at", n]:
                x = m.at(int(n))
                self.send(200, {"version": int(n), "view": now(x), "log": log(x, who)})
            case ["query", what]:
                self.send(200, self.query(m, who, what, query, body))
            case _:
                self.send(404, {"error": "not in the mock"})

    def query(self, m: Any, who: int, what: str, q: dict[str, str], body: dict[str, Any]) -> Any:
        g = m.game
        units = [g.names.unit(u) for u in q.get("units", "").replace(" ", "+").split("+") if u]
        hexes = [g.names.node(h) for h in q.get("hexes", "").split("-") if h]
        match what:
            case "options":
                o = m.options()
                return {"units": [g.names.unit_names[u] for u in o.units(q["verb"], hexes)],
                        "hexes": [g.names.node_names[h] for h in o.hexes(q["verb"], units)]}
            case "reach":
                return m.reach(units)
            case "odds":
                return m.odds(q["target"], units, air=int(q.get("air", 0)), seat=who)
            case "supply":
                return m.supply(q["unit"])
            case "network":
                from grognard.games.drive_on_moscow.rules import supply

                reached = supply.network(m.play, g.seat(q["side"]))
                return {"side": q["side"], "hexes": [g.board.names[k] for k in range(g.board.hexes) if reached[k]]}
            case "check":
                c = body["command"]
                if isinstance(c, dict):
                    c = from_json(c, g.names)
                no = m.check(c, who)
                return {"ok": True} if no is None else {"rule": no.rule, "why": no.why}
            case "who":
                found = []
                node = g.names.node(q["hex"])
                o = m.options()
                for v in o.verbs:
                    if q["what"] == "attack" and v.hex_first:
                        found += [g.names.unit_names[u] for u in o.units(v.name, [node])]
                    if q["what"] == "reach" and v.units and v.hexes and not v.hex_first:
                        found += [g.names.unit_names[u] for u in o.units(v.name) if node in set(o.hexes(v.name, (u,)))]
                return {"units": found}
            case "plan":
                x = m.copy()
                steps: list[dict[str, Any]] = []
                for c in body["commands"]:
                    try:
                        x.do(from_json(c, g.names) if isinstance(c, dict) else c, who)
                        steps.append({"ok": True})
                    except grognard.Illegal as e:
                        steps.append({"rule": e.rule, "why": e.why})
                        break
                out: dict[str, Any] = {"steps": steps, "view": x.view(who)}
                if ask := body.get("ask"):
                    try:
                        out["answer"] = self.query(x, who, ask["what"], {k: str(v) for k, v in ask.items()}, ask)
                    except grognard.Illegal as e:
                        out["answer"] = {"rule": e.rule, "why": e.why}
                return out
        raise KeyError(what)

    def static(self, parts: list[str]) -> None:
        path = STATIC.joinpath(*parts)
        if not path.is_file():
            path = STATIC / "index.html"
        self.send(200, path.read_bytes(), mimetypes.guess_type(path.name)[0] or "text/plain")


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8431
    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
