import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import type { Json } from "../../../../src/core/model/json.ts";
import { readArtifact } from "../../../../src/core/service/readArtifact.ts";
import { readRepository } from "../../../../src/core/service/readRepository.ts";
import { parseDraft, parseSettings, printDraft, printSettings } from "../../../../src/core/svn/settingsText.ts";

const address = "http://127.0.0.1:1/schema.json";

// VS Code asks the address that a top-level `$schema` names, and takes what it gets for the schema in place of ours.
suite("the top level of a JSON document", () => {
  const topLevelOf = (text: string) => Object.keys(JSON.parse(text) as object);

  test("holds nothing of an artifact that the service tells, but for the entries", () => {
    const value = { field_id: 101, type: "string", label: "Title", value: "It breaks" };
    const list = {
      field_id: 102,
      type: "sb",
      label: "Status",
      values: [{ id: 1, label: "Open" }],
      bind_value_ids: [1],
    };
    const body = everywhere({ id: 512, tracker: { id: 12, label: "Bugs" }, values: [value, list] });
    const { values = [], tracker } = readArtifact(body, 512, "https://tracker.example") ?? {};
    const entries = values.flatMap(({ entry }) => entry ?? []);
    assert.equal(entries.length, 2);
    assert.deepEqual(topLevelOf(jsonCodec.print(entries)), ["values"]);
    assert.deepEqual(topLevelOf(jsonCodec.print(entries, tracker?.id)), ["tracker", "values"]);
  });

  test("holds nothing of a repository that the service tells, but for the settings", () => {
    const rules = { is_reference_mandatory: true, is_commit_message_change_allowed: false };
    const settings = {
      commit_rules: rules,
      immutable_tags: { paths: ["/tags"], whitelist: [] },
      access_file: "[/]",
      email_notifications: [{ path: "/trunk", emails: [], users: [], user_groups: [] }],
      has_default_permissions: false,
    };
    const repository = readRepository(everywhere({ id: 90, name: "repo01", settings }), 90);
    assert.ok(repository?.settings);
    const text = printSettings(repository.settings);
    assert.ok(!text.includes("$schema"), text);
    assert.deepEqual(topLevelOf(text), ["settings"]);
    assert.deepEqual(topLevelOf(printDraft(122, "$schema", repository.settings)), ["project_id", "name", "settings"]);
  });

  test("is marked where somebody typed a schema, which is never sent", () => {
    const typed = `{ "$schema": "${address}", `;
    const found = [
      ...jsonCodec.parse(`${typed}"values": [] }`, () => undefined).problems,
      ...parseSettings(`${typed}"settings": {} }`).problems,
      ...parseDraft(`${typed}"project_id": 122, "name": "repo" }`).problems,
    ];
    assert.deepEqual(
      found.filter(({ facts }) => facts?.member === "$schema").map(({ code }) => code),
      ["unknownRootMember", "unknownMember", "unknownMember"],
    );
  });
});

/** `json` with a schema in each of its objects. */
function everywhere(json: Json): Json {
  if (Array.isArray(json)) {
    return json.map(everywhere);
  }
  return typeof json === "object" && json !== null
    ? { $schema: address, ...Object.fromEntries(Object.entries(json).map(([name, each]) => [name, everywhere(each)])) }
    : json;
}
