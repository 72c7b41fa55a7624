import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { config, t } from "@vscode/l10n";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { html } from "../../../../src/core/preview/html.ts";
import { withoutIcons } from "../../../../src/core/util/plainLabel.ts";
import { escapeMarkdown, plain } from "../../../../src/core/util/plainWords.ts";
import { placeholdersOf } from "../../../lint/sentences.ts";
import { projectRoot } from "../../../support/host/paths.ts";

/** What VS Code makes a link of in messages and boxes (`linkedText.ts`), and an icon in labels (`iconLabels.ts`). */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/i;
const icon = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;

/** What a sentence takes in, one after another: also halves of a link or of an icon that come together in it. */
const attacks: readonly (readonly string[])[] = [
  ["[a](command:x)", "$(bug)"],
  ["[a]", "(command:x)"],
  ["[", "](command:x)"],
  ["$", "(bug)"],
  ["`a`", "<b>"],
  ["[a]\u200b", "\u202e(command:x)", "$\u2066(bug)\n[b](file:///c)"],
];

for (const language of ["en", "fr"]) {
  suite(`the sentences of ${language} with words that attack in them`, () => {
    const translated: Readonly<Record<string, string>> = JSON.parse(
      readFileSync(path.join(projectRoot, "l10n/bundle.l10n.fr.json"), "utf8"),
    );
    const sentences = Object.keys(translated);
    suiteSetup(() => config({ contents: language === "fr" ? translated : {} }));
    suiteTeardown(() => config({ contents: {} }));

    /** Each sentence with `words` in its places, from each of them on. */
    function* spoken(words: readonly string[]): Generator<string> {
      for (const sentence of sentences) {
        for (const first of words.keys()) {
          const places = placeholdersOf(sentence);
          yield t(
            sentence,
            Object.fromEntries(places.map((name, at) => [name, words[(first + at) % words.length] ?? ""])),
          );
        }
      }
    }

    const acting = (shown: (sentence: string) => string, acts: RegExp) =>
      attacks.flatMap((words) => [...spoken(words)].map(shown).filter((said) => acts.test(said)));

    test("are said in that language", () => {
      assert.equal(t("Saving {name}", { name: "a" }), language === "fr" ? "Enregistrement de a" : "Saving a");
    });

    test("are no link and no icon in a message, a box or an error", () => {
      assert.deepEqual([acting(plain, link), acting(plain, icon)], [[], []]);
    });

    test("are no icon and one line in a label", () => {
      assert.deepEqual([acting(withoutIcons, icon), acting(withoutIcons, /\n/)], [[], []]);
    });

    test("have no mark in Markdown and no tag on a page that acts", () => {
      assert.deepEqual(acting(escapeMarkdown, /(?<!\\)[[\]()<>$`]/), []);
      assert.deepEqual(
        attacks.flatMap((words) => [...spoken(words)].filter((said) => /[<>]/.test(String(html`${said}`)))),
        [],
      );
    });

    test("lose nothing of their own by what makes words plain", () => {
      const said = [...spoken(["name"])];
      assert.deepEqual(said.map(plain), said);
      const lines = said.filter((each) => each === each.trim() && !each.includes("\n") && each.length <= 500);
      assert.ok(lines.length > sentences.length * 0.8);
      assert.deepEqual(lines.map(withoutIcons), lines);
    });
  });
}
