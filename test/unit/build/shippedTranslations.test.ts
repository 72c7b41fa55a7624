import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import { shippedTranslations } from "../../../src/build/shippedTranslations.ts";
import { seedMember, sentenceKey } from "../../../src/core/util/sentenceKey.ts";
import { projectRoot } from "../../support/host/paths.ts";

suite("translations as they are shipped", () => {
  const translated: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(path.join(projectRoot, "l10n/bundle.l10n.fr.json"), "utf8"),
  );
  const shipped = shippedTranslations(translated);

  test("give each sentence its translation, by a key of four characters", () => {
    const seed = Number(shipped[seedMember]);
    for (const [sentence, translation] of Object.entries(translated)) {
      const key = sentenceKey(sentence, seed);
      assert.equal(key.length, 4);
      assert.equal(shipped[key], translation);
    }
    assert.equal(Object.keys(shipped).length, Object.keys(translated).length + 1);
  });

  test("get another seed where two sentences would have one key", () => {
    const [first, second] = twoOfOneKey(1);
    const both = shippedTranslations({ [first]: "un", [second]: "deux" });
    assert.notEqual(both[seedMember], "1");
    assert.deepEqual(Object.values(both).sort(), [both[seedMember], "deux", "un"].sort());
  });

  test("are refused where the keys are too short for them", () => {
    const many = Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`Sentence ${index}`, "phrase"]));
    assert.throws(() => shippedTranslations(many), /^Error: 12000 sentences need longer keys/);
  });
});

function twoOfOneKey(seed: number): readonly [string, string] {
  const seen = new Map<string, string>();
  for (let index = 0; ; index++) {
    const sentence = `Sentence ${index}`;
    const key = sentenceKey(sentence, seed);
    const other = seen.get(key);
    if (other !== undefined) {
      return [other, sentence];
    }
    seen.set(key, sentence);
  }
}
