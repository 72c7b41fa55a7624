import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { suite, test } from "mocha";
import { artifactScheme, type PathResource, printPath } from "../../../../src/core/model/uri.ts";
import {
  commandIds,
  contextKeys,
  explorerViewId,
  markColors,
  previewType,
  settingDefaults,
  settingNames,
  settingsSection,
  walkthroughKeys,
} from "../../../../src/editor/manifest/contributions.ts";
import { readManifest } from "../../../support/manifest.ts";

interface Command {
  readonly command: string;
  readonly category?: string;
  readonly title?: string;
  readonly icon?: string;
}

interface MenuItem {
  readonly command: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Property {
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly scope?: string;
  readonly default?: unknown;
}

const root = new URL("../../../../", import.meta.url);
const manifest = readManifest();
const contributes = manifest.contributes;
const foreignJson = "json-without-schema";
const commands: readonly Command[] = contributes.commands;
const menus: Readonly<Record<string, readonly MenuItem[]>> = contributes.menus;
const properties: Readonly<Record<string, Property>> = contributes.configuration.properties;

suite("The manifest", () => {
  test("declares the commands of contributions.ts and no others", () => {
    assert.deepEqual(commands.map((each) => each.command).sort(), Object.values(commandIds).sort());
  });

  test("declares the colours of contributions.ts and no others, each for all kinds of themes", () => {
    const colors: readonly { readonly id: string; readonly defaults: object }[] = contributes.colors;
    assert.deepEqual(colors.map(({ id }) => id).sort(), Object.values(markColors).sort());
    for (const { defaults } of colors) {
      assert.deepEqual(Object.keys(defaults), ["dark", "light", "highContrast", "highContrastLight"]);
    }
  });

  test("gives each command the category and a title in Title Case", () => {
    const untitled = commands.filter((each) => each.category !== "Artifact Desk" || !isTitleCase(each.title ?? ""));
    assert.deepEqual(untitled, []);
  });

  test("names in its menus only commands it declares", () => {
    const declared = new Set(commands.map((each) => each.command));
    const items = Object.values(menus).flat();
    assert.deepEqual(
      items.filter((item) => item.command !== undefined && !declared.has(item.command)),
      [],
    );
    const submenus: readonly { readonly id: string }[] = contributes.submenus;
    assert.deepEqual(
      items.flatMap(({ submenu }) => submenu ?? []),
      submenus.map(({ id }) => id),
    );
  });

  test("has its menus in one order: what reads, changes, makes anew, copies, is for developers, deletes", () => {
    const order = ["read", "change", "new", "copy", "developer", "delete"];
    const groups = ["view/title", "view/item/context", "editor/title"]
      .flatMap((menu) => menus[menu] ?? [])
      .map(({ group = "" }) => group.replace(/@\d+$/, ""))
      .filter((group) => !/^(inline|navigation)$/.test(group));
    const named = [...new Set(groups.map((group) => group.replace("8_artifactDesk_", "")))].sort();
    assert.deepEqual(
      named.map((group) => group.replace(/^\d_/, "")),
      order,
    );
  });

  test("puts one action on a row, and none that deletes", () => {
    const inline = (menus["view/item/context"] ?? []).filter(({ group }) => group?.startsWith("inline"));
    assert.deepEqual(
      inline.filter(({ command, group }) => group !== "inline@1" || /delete|remove/i.test(command)),
      [],
    );
  });

  test("gives each command that appears as a button an icon, but for the ways out of a conflict, which are words", () => {
    const words = commands.filter(({ command }) => command.startsWith("artifactDesk.conflict."));
    assert.deepEqual(
      words.map(({ icon }) => icon),
      [undefined, undefined, undefined],
    );
    const iconless = new Set(commands.filter((each) => each.icon === undefined).map((each) => each.command));
    const buttons = Object.values(menus)
      .flat()
      .filter((item) => /^(inline|navigation)/.test(item.group ?? "") && !item.command.includes(".conflict."));
    assert.deepEqual(
      buttons.filter((item) => iconless.has(item.command)),
      [],
    );
  });

  test("declares the settings of contributions.ts with description, scope and the same default", () => {
    assert.deepEqual(
      Object.entries(properties).map(([id, property]) => ({ id, default: property.default })),
      settingNames.map((name) => ({ id: `${settingsSection}.${name}`, default: settingDefaults[name] })),
    );
    const incomplete = Object.entries(properties).filter(
      ([, property]) => !(property.description ?? property.markdownDescription) || !property.scope,
    );
    assert.deepEqual(incomplete, []);
  });

  test("lets no workspace name a server", () => {
    assert.equal(properties["artifactDesk.connections"]?.scope, "application");
    assert.equal(properties["artifactDesk.queries"]?.scope, "application");
  });

  test("declares the view in its container, with a next step while it is empty", () => {
    assert.deepEqual(
      contributes.viewsContainers.activitybar.map((each: { id: string }) => each.id),
      ["artifactDesk"],
    );
    assert.deepEqual(
      contributes.views.artifactDesk.map((each: { id: string }) => each.id),
      [explorerViewId],
    );
    assert.equal(contributes.viewsWelcome[0].view, explorerViewId);
    // Whoever has connections sees none of it while they are loaded.
    assert.equal(
      contributes.viewsWelcome[0].when,
      `config.artifactDesk.connections == '[]' || ${contextKeys.hasNoConnection}`,
    );
    const { contents } = contributes.viewsWelcome[0];
    assert.match(contents, /\(command:artifactDesk\.addConnection\)/);
    const walkthrough = `${manifest.publisher}.${manifest.name}#${contributes.walkthroughs[0].id}`;
    const opened = /command:workbench\.action\.openWalkthrough\?([^)]+)/.exec(contents)?.[1] ?? "";
    assert.equal(JSON.parse(decodeURIComponent(opened)), walkthrough);
  });

  /** By their ids: extensions; of single long texts and comments, whose files have everybody's extensions, paths. */
  const languages = {
    "artifact-json": [".artifact.json"],
    "artifact-xml": [".artifact.xml"],
    "svn-settings-json": [".svn.json"],
    "svn-access-file": [".svnaccess"],
    "artifact-markdown": [
      "**/artifacts/*/fields/*.md",
      "**/trackers/*/new-*/*/fields/*.md",
      "**/artifacts/*/versions/*/fields/*.md",
      "**/artifacts/*/comment.md",
    ],
    "artifact-html": [
      "**/artifacts/*/fields/*.html",
      "**/trackers/*/new-*/*/fields/*.html",
      "**/artifacts/*/versions/*/fields/*.html",
    ],
    "artifact-text": [
      "**/artifacts/*/fields/*.txt",
      "**/trackers/*/new-*/*/fields/*.txt",
      "**/artifacts/*/versions/*/fields/*.txt",
    ],
  };

  test("declares the languages with their extensions, and keeps auto save off and the encoding of the service in each", () => {
    assert.deepEqual(
      contributes.languages
        .map((each: { id: string; extensions?: string[]; filenamePatterns?: string[] }) => [
          each.id,
          each.extensions ?? each.filenamePatterns,
        ])
        .filter(([id]: [string]) => id !== foreignJson),
      Object.entries(languages),
    );
    for (const id of Object.keys(languages)) {
      const defaults = contributes.configurationDefaults[`[${id}]`];
      // What the service gives is UTF-8, whatever the person's own files are. Some texts have line and paragraph
      // separators: VS Code would take them out of values that nobody has touched, and the next save would send those.
      assert.deepEqual(
        [
          defaults?.["files.autoSave"],
          defaults?.["files.encoding"],
          defaults?.["files.autoGuessEncoding"],
          defaults?.["editor.unusualLineTerminators"],
        ],
        ["off", "utf8", false, "off"],
        id,
      );
    }
  });

  test("keeps the JSON language server on the JSON languages", () => {
    assert.deepEqual(
      contributes.jsonLanguageParticipants.map((each: { languageId: string }) => each.languageId),
      ["artifact-json", "svn-settings-json"],
    );
    // What others wrote names schemas that the JSON server would ask for, and pictures that Markdown loads.
    const associations: Readonly<Record<string, string>> = contributes.configurationDefaults["files.associations"];
    assert.deepEqual([...new Set(Object.values(associations))], [foreignJson, "artifact-markdown"]);
  });

  test("takes what others wrote in JSON, and nothing of its own, for JSON without a schema", () => {
    const patterns = Object.keys(contributes.configurationDefaults["files.associations"]);
    const isForeign = (resource: PathResource) => patterns.some((pattern) => matchesGlob(printPath(resource), pattern));
    for (const fileName of ["a.json", "tsconfig.json", "a.code-workspace", "composer.lock"]) {
      assert.ok(isForeign({ kind: "attachment", artifactId: 1, n: 2, fileName }), fileName);
    }
    assert.ok(!isForeign({ kind: "attachment", artifactId: 1, n: 2, fileName: "server.log" }));
    assert.ok(!isForeign({ kind: "artifact", artifactId: 1, format: "json" }));
    assert.ok(!isForeign({ kind: "version", artifactId: 1, changesetId: 2 }));
    assert.ok(!isForeign({ kind: "svnSettings", repositoryId: 1 }));
    for (const path of ["/deleted/512-deleted-2026-03-13T14-00-00.000Z.json", "/artifacts/512.response.json"]) {
      assert.ok(
        patterns.some((pattern) => matchesGlob(path, pattern)),
        path,
      );
    }
  });

  test("uses only the context keys of contributions.ts", () => {
    const known = new Set<string>([...Object.values(contextKeys), explorerViewId, previewType]);
    const used = Object.values(menus)
      .flat()
      .flatMap((item) => item.when?.match(/(?<!config\.)artifactDesk(\.\w+)+/g) ?? []);
    assert.deepEqual(
      used.filter((key) => !known.has(key)),
      [],
    );
  });

  test("declares that folders without trust and virtual ones are fine, and why", () => {
    const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
    assert.deepEqual([untrustedWorkspaces.supported, virtualWorkspaces.supported], [true, true]);
    assert.ok(untrustedWorkspaces.description && virtualWorkspaces.description);
  });

  test("starts the extension on its documents and previews, and where references are written", () => {
    assert.deepEqual(manifest.activationEvents, [
      `onFileSystem:${artifactScheme}`,
      "onWebviewPanel:artifactDesk.preview",
      "onLanguage:markdown",
      "onLanguage:scminput",
      "onLanguage:git-commit",
      "onUri",
    ]);
  });

  test("completes each step of the walkthrough by a key that tells that it was done", () => {
    const [walkthrough, ...others] = contributes.walkthroughs;
    assert.deepEqual(others, []);
    assert.deepEqual(
      walkthrough.steps.flatMap(({ completionEvents }: { completionEvents: string[] }) => completionEvents),
      Object.values(walkthroughKeys).map((key) => `onContext:${key}`),
    );
  });

  test("names only files that exist", () => {
    const steps: readonly { media: { markdown: string } }[] = contributes.walkthroughs[0].steps;
    const paths: string[] = [
      manifest.icon,
      ...steps.map(({ media }) => media.markdown),
      ...contributes.viewsContainers.activitybar.map((each: { icon: string }) => each.icon),
      ...contributes.languages.flatMap((each: { configuration?: string }) => each.configuration ?? []),
      ...contributes.grammars.map((each: { path: string }) => each.path),
    ];
    for (const path of paths) {
      assert.doesNotThrow(() => readFileSync(new URL(path, root)), path);
    }
  });
});

const smallWords = new Set(["on", "in", "of", "the", "a", "as", "to", "with"]);

function isTitleCase(title: string): boolean {
  return (
    title !== "" && title.split(" ").every((word, index) => (index > 0 && smallWords.has(word)) || /^[A-Z]/.test(word))
  );
}
