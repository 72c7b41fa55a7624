import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import { translatedSchema } from "../../../src/build/translatedSchema.ts";
import { placeholdersOf, sentencesIn, sentencesOf, untranslatedIn, untranslatedOf } from "../../lint/sentences.ts";
import { projectRoot } from "../../support/host/paths.ts";
import { manifestKeys, manifestTexts } from "../../support/manifest.ts";

const root = path.join(projectRoot, "src");
const languages = ["fr"];
/** Papers for those who look into a fault. */
const inEnglish = ["core/sentences/diagnosis.ts"];

/** What words stand between in a language; the spaces keep the marks on the line of the words. */
const quotationMarks: Readonly<Record<string, RegExp>> = { fr: /«\u00a0|\u00a0»/gu };

suite("the sentences that a user reads", () => {
  const sentences = new Set(globSync("**/*.ts", { cwd: root }).flatMap((file) => sentencesIn(root, file)));

  test("are all given to the one function that translates them", () => {
    const files = globSync("core/{sentences,labels}/*.ts", { cwd: root }).filter((file) => !inEnglish.includes(file));
    assert.ok(files.length > 30);
    assert.deepEqual(
      files.flatMap((file) => untranslatedIn(root, file)),
      [],
    );
  });

  for (const language of languages) {
    const translated: Readonly<Record<string, string>> = JSON.parse(
      readFileSync(path.join(projectRoot, `l10n/bundle.l10n.${language}.json`), "utf8"),
    );

    test(`are there in ${language}, each of them and no other`, () => {
      assert.deepEqual(
        [...sentences].filter((sentence) => !translated[sentence]),
        [],
      );
      assert.deepEqual(
        Object.keys(translated).filter((sentence) => !sentences.has(sentence)),
        [],
      );
    });

    test(`take in the same in ${language}, and join to others in the same way`, () => {
      assert.deepEqual(Object.entries(translated).filter(differs), []);
    });

    const files = [
      `l10n/bundle.l10n.${language}.json`,
      `l10n/schemas.${language}.json`,
      `package.nls.${language}.json`,
    ];
    const texts = files.flatMap((file) =>
      Object.values<string>(JSON.parse(readFileSync(path.join(projectRoot, file), "utf8"))),
    );

    test(`have no other quotation marks in ${language} than those of the language`, () => {
      const marks = quotationMarks[language];
      assert.ok(marks);
      assert.deepEqual(
        texts.filter((text) => /[“”„‟«»]/u.test(text.replaceAll(marks, ""))),
        [],
      );
    });

    test(`have no space in ${language} at which a sign comes to stand alone on a line`, () => {
      assert.deepEqual(
        texts.filter((text) => / [:;!?](?:\s|$)/.test(text)),
        [],
      );
    });

    test(`of the schemas are there in ${language}, each of them and no other`, () => {
      const english = new Set<string>();
      for (const file of globSync("media/schemas/*.json", { cwd: projectRoot })) {
        translatedSchema(JSON.parse(readFileSync(path.join(projectRoot, file), "utf8")), (text) => {
          english.add(text);
          return text;
        });
      }
      const own: Readonly<Record<string, string>> = JSON.parse(
        readFileSync(path.join(projectRoot, `l10n/schemas.${language}.json`), "utf8"),
      );
      assert.deepEqual(Object.keys(own).sort(), [...english].sort());
    });

    test(`of the manifest are there in ${language}, each of them and no other`, () => {
      const [texts, own] = [manifestTexts(), manifestTexts(language)];
      assert.deepEqual(Object.keys(own).sort(), Object.keys(texts).sort());
      assert.deepEqual(Object.keys(texts).sort(), [...new Set(manifestKeys())].sort());
      assert.deepEqual(
        Object.entries(texts).filter(
          ([key, text]) => differs([text, own[key] ?? ""]) || links(text) !== links(own[key]),
        ),
        [],
      );
    });
  }

  for (const [code, found] of [
    ["export const said = t(`Half of {it}`);", undefined],
    ["export const said = t(made);", undefined],
    ['export const said = t("Half of {it}", { that });', undefined],
    ['export const said = t("Half of {it}", { it });', ["Half of {it}"]],
  ] as const) {
    test(`${found ? "are found in" : "may not be made of"} ${code}`, () => {
      const text = `import { t } from "@vscode/l10n";\n${code}`;
      if (found) {
        assert.deepEqual(sentencesOf("said.ts", text), found);
      } else {
        assert.throws(() => sentencesOf("said.ts", text), /^Error: said\.ts:2 gives /);
      }
    });
  }

  for (const [code, found] of [
    ['export const said = "Nothing was sent.";', ["said.ts:1 Nothing was sent."]],
    ["export const said = `#{name} was not sent`;".replace("#", "$"), ["said.ts:1 {} was not sent"]],
    ['export const said = "Retry";', ["said.ts:1 Retry"]],
    ['export const said = t("Retry");', []],
    ['export const said = kind === "notAList";', []],
  ] as const) {
    test(`${found.length > 0 ? "are missed" : "are not missed"} in ${code}`, () => {
      assert.deepEqual(untranslatedOf("said.ts", code), found);
    });
  }
});

/** Whether a translation takes in something else than the English does, or has other blanks at its ends. */
function differs([sentence, translation]: readonly [string, string]): boolean {
  const [ends, ownEnds] = [sentence, translation].map((text) =>
    [/^\s*/, /\s*$/].map((end) => end.exec(text)?.[0]).join("|"),
  );
  return `${placeholdersOf(sentence)}` !== `${placeholdersOf(translation)}` || ends !== ownEnds;
}

/** What the links of a text lead to, and the settings it names. */
function links(text = ""): string {
  return [...text.matchAll(/\]\([^)]+\)|`[^`]+`/g)]
    .map(([link]) => link)
    .sort()
    .join();
}
