import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { translateBy, translatedSchema } from "../../../src/build/translatedSchema.ts";

suite("a schema in another language", () => {
  const translate = translateBy({ Settings: "Paramètres", "A path.": "Un chemin." });

  test("has the texts that are shown translated, and all else as it is", () => {
    const schema = {
      title: "Settings",
      properties: { title: { type: "string", description: "A path.", pattern: "Settings" } },
      items: [{ defaultSnippets: [{ label: "/tags", body: ["Settings"] }] }],
    };
    assert.deepEqual(translatedSchema(schema, translate), {
      title: "Paramètres",
      properties: { title: { type: "string", description: "Un chemin.", pattern: "Settings" } },
      items: [{ defaultSnippets: [{ label: "/tags", body: ["Settings"] }] }],
    });
  });

  test("is not made while one of its texts is not translated", () => {
    assert.throws(() => translatedSchema({ description: "A name." }, translate), /^Error: “A name\.” of a schema/);
  });
});
