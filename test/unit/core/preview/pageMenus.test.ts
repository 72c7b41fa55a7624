import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { commandsOfPages } from "../../../../src/core/preview/pageMenus.ts";
import { commandIds, contextKeys, previewType } from "../../../../src/editor/manifest/contributions.ts";
import { readManifest } from "../../../support/manifest.ts";

const manifest = readManifest();
const menus: Record<string, readonly { readonly command: string; readonly when?: string }[]> =
  manifest.contributes.menus;

suite("the commands of pages", () => {
  const ofPages = commandsOfPages(manifest);

  test("are those that menus and keys offer while a page is active", () => {
    assert.deepEqual(
      [
        ...[commandIds.saveArtifact, commandIds.addComment, commandIds.changeStatus, commandIds.deleteArtifact],
        ...[commandIds.submitDraft, commandIds.findArtifact, commandIds.refresh],
      ].map((id) => ofPages.has(id)),
      [true, true, true, true, true, false, false],
    );
  });

  test("are offered by the words that VS Code and the page are known by", () => {
    const whens = [...Object.values(menus).flat(), ...manifest.contributes.keybindings].flatMap(
      ({ when = "" }) => when,
    );
    const named = whens.filter((when: string) => when.includes("activeWebviewPanelId"));
    const known = new RegExp(
      `activeWebviewPanelId == '${previewType}' && (${contextKeys.activePage} == (artifact|draft)|!terminalFocus)`,
      "g",
    );
    assert.ok(named.length > 20);
    for (const when of named) {
      assert.equal(when.match(known)?.length, when.match(/activeWebviewPanelId/g)?.length, when);
    }
  });

  test("are the ways out of a conflict where their document is in one, as beside that", () => {
    const ways = [commandIds.mergeConflict, commandIds.keepMine, commandIds.takeTheirs];
    for (const menu of ["commandPalette", "editor/title"]) {
      const whens = ways.map((way) => menus[menu]?.find(({ command }) => command === way)?.when ?? "");
      assert.deepEqual(
        whens.map((when) => when.includes(`${contextKeys.pageDocument} in ${contextKeys.conflictingDocuments}`)),
        [true, true, true],
      );
    }
  });

  test("have in the palette what the document of an artifact has", () => {
    const shown = (path: string) => {
      const own = (menus["commandPalette"] ?? []).filter(({ when = "" }) => when.includes(path));
      return own.map(({ command }) => command).filter((command) => !ofPages.has(command));
    };
    // A page has no entries behind which something could be said.
    assert.deepEqual(shown("artifacts\\/"), [commandIds.toggleLastChanges]);
  });
});
