import { isSameJson } from "../../src/core/field/sameJson.ts";
import type { Json } from "../../src/core/model/json.ts";
import { readRepository } from "../../src/core/service/readRepository.ts";
import { isObject, member } from "../../src/core/service/wire.ts";
import { inOrder } from "../../src/core/svn/settings.ts";
import { parseDraft, parseSettings, printSettings } from "../../src/core/svn/settingsText.ts";
import { type Item, wasTaken } from "./corpus.ts";

/** Settings survive their text; what the service took can be said, and what it refused is marked. */
export function checkSvn(item: Item): readonly string[] {
  const returned = member(item, "returned");
  return returned === undefined ? requestFaults(item) : repositoryFaults(returned);
}

function repositoryFaults(returned: unknown): readonly string[] {
  const repository = readRepository(returned);
  if (!repository) {
    return ["it is not read"];
  }
  const { settings } = repository;
  if (!settings) {
    return member(returned, "settings") === undefined ? [] : ["its settings are not read"];
  }
  const read = parseSettings(printSettings(settings));
  const { has_default_permissions: _, ...shown } = settings;
  return [
    ...read.problems.map(({ code }) => `problem ${code}`),
    ...(isSame(read.settings, inOrder(shown)) ? [] : [`they are read as ${JSON.stringify(read.settings)}`]),
  ];
}

function requestFaults(item: Item): readonly string[] {
  const body = filled(member(item, "body"));
  const text = JSON.stringify(body, null, 2);
  const { problems, settings } = member(item, "method") === "POST" ? draftIn(text) : parseSettings(text);
  const codes = problems.map(({ code }) => `problem ${code}`);
  if (wasTaken(item) !== true) {
    return codes.length > 0 ? [] : ["what the service refused is not marked"];
  }
  const asked = Object.entries(isObject(member(body, "settings")) ? (member(body, "settings") as object) : {});
  const said: object = settings ?? {};
  const lost = asked.filter(([name, value]) => !isSame(member(said, name), value));
  return [...codes, ...lost.map(([name]) => `${name} is not said`)];
}

function draftIn(text: string) {
  const { problems, wanted } = parseDraft(text);
  return { problems, settings: wanted?.settings };
}

/** `{ "$fill": [3, "/a"] }` stands for three times `/a`. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(filled);
  }
  if (!isObject(value)) {
    return value;
  }
  const fill = value["$fill"];
  return Array.isArray(fill)
    ? new Array(Number(fill[0])).fill(fill[1])
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]));
}

function isSame(a: unknown, b: unknown): boolean {
  return isSameJson(a as Json | undefined, b as Json | undefined);
}
