import { type JsonTree, membersOf, nodeValue, parseJsonTree } from "../codec/jsonTree.ts";
import { isNumberId } from "../model/id.ts";
import { isJsonObject } from "../model/json.ts";
import type { NewSettings, SvnNotification } from "../model/svnRepository.ts";
import type { Span } from "../util/span.ts";
import { checkAccessFile } from "./accessFile.ts";
import { nameProblem } from "./repositoryName.ts";
import { memberNames, notificationKey, type PartKey, type ShownSettings } from "./settings.ts";
import type { ExpectedType, SettingsId, SettingsProblem, SettingsProblemFacts } from "./settingsProblem.ts";

/** What a text of settings says. */
export interface SettingsText {
  /** Undefined while a problem keeps it from being sent. */
  readonly settings?: ShownSettings;
  readonly problems: readonly SettingsProblem[];
  /** Where each part is written, as far as the text can be read. */
  readonly places: ReadonlyMap<PartKey, Span>;
  /** The people and groups that it names, where they stand. */
  readonly ids: readonly SettingsId[];
}

type Node = NonNullable<JsonTree["root"]>;

/** What a draft's settings may say. */
const newMemberNames = [...memberNames, "layout", "has_default_permissions"] as const;

/** The lists of paths are kept as one text of this many bytes (test/service/README.md, SVN repositories). */
const longestPathsBytes = 65_535;

/** Reads the settings in a JSON text; whatever is wrong is among the problems. */
export class SettingsReader {
  readonly #source: string;
  readonly #root: Node | undefined;
  readonly #hasSyntaxProblems: boolean;
  readonly #problems: SettingsProblem[];
  readonly #places = new Map<PartKey, Span>();
  readonly #ids: SettingsId[] = [];

  constructor(text: string) {
    const { root, problems } = parseJsonTree(text);
    this.#source = text;
    this.#root = root;
    this.#hasSyntaxProblems = problems.length > 0;
    this.#problems = problems.map(({ code, severity, offset, length, facts }) => ({
      ...{ code, severity, offset, length },
      ...(facts && { facts }),
    }));
  }

  result<T extends object>(settings: T | undefined): Omit<SettingsText, "settings"> & { readonly settings?: T } {
    const problems = this.#problems.toSorted((a, b) => a.offset - b.offset);
    const isSendable = !problems.some(({ severity }) => severity === "error");
    return { ...(settings && isSendable && { settings }), problems, places: this.#places, ids: this.#ids };
  }

  identity(): { readonly projectId?: number; readonly name?: string } {
    const projectId = this.#child(this.#root, "project_id");
    const name = this.#child(this.#root, "name");
    const isId = typeof projectId?.value === "number" && isNumberId(projectId.value);
    if (projectId && !isId) {
      this.#wrongType(projectId, "id");
    }
    if (name && name.type !== "string") {
      this.#wrongType(name, "text");
      return {};
    }
    const problem = name && nameProblem(String(name.value));
    if (name && problem) {
      this.#report(name, "invalidName", { name: problem });
    }
    return { ...(isId && { projectId: projectId.value }), ...(name && { name: String(name.value).trim() }) };
  }

  /** All of them. */
  settings(): ShownSettings | undefined {
    const root = this.#rootObject();
    if (!root) {
      return undefined;
    }
    this.#checkMembers(root, ["settings"]);
    const node = this.#object(this.#child(root, "settings"));
    if (!node) {
      return undefined;
    }
    this.#checkMembers(node, memberNames);
    const { commit_rules, immutable_tags, access_file, email_notifications } = this.#parts(node);
    return commit_rules && immutable_tags && access_file !== undefined && email_notifications
      ? { commit_rules, immutable_tags, access_file, email_notifications }
      : undefined;
  }

  /** Those that are there. */
  newSettings(): NewSettings | undefined {
    const root = this.#rootObject();
    if (!root) {
      return undefined;
    }
    this.#checkMembers(root, ["project_id", "name"], ["settings"]);
    const given = this.#child(root, "settings");
    const node = this.#object(given);
    if (!given || !node) {
      return given ? undefined : {};
    }
    this.#checkMembers(node, [], newMemberNames);
    if (membersOf(node).length === 0) {
      this.#report(node, "emptySettings");
    }
    const layout = this.#paths(this.#child(node, "layout"));
    const hasDefaults = this.#child(node, "has_default_permissions");
    if (hasDefaults && hasDefaults.type !== "boolean") {
      this.#wrongType(hasDefaults, "boolean");
    }
    return {
      ...this.#parts(node),
      ...(layout && { layout }),
      ...(hasDefaults && { has_default_permissions: hasDefaults.value === true }),
    };
  }

  #rootObject(): Node | undefined {
    if (this.#root && this.#root.type !== "object") {
      this.#report(this.#root, "rootNotObject");
    }
    return this.#root?.type === "object" ? this.#root : undefined;
  }

  /** The members that are there and can be read. */
  #parts(node: Node): Partial<ShownSettings> {
    const rules = this.#rules(this.#object(this.#child(node, "commit_rules")));
    const tags = this.#tags(this.#object(this.#child(node, "immutable_tags")));
    const accessFile = this.#accessFile(this.#child(node, "access_file"));
    const notifications = this.#notifications(this.#child(node, "email_notifications"));
    return {
      ...(rules && { commit_rules: rules }),
      ...(tags && { immutable_tags: tags }),
      ...(accessFile !== undefined && { access_file: accessFile }),
      ...(notifications && { email_notifications: notifications }),
    };
  }

  #rules(node: Node | undefined): ShownSettings["commit_rules"] | undefined {
    if (!node) {
      return undefined;
    }
    const names = ["is_reference_mandatory", "is_commit_message_change_allowed"] as const;
    this.#checkMembers(node, names);
    const [isMandatory, isChangeAllowed] = names.map((name) => {
      const value = this.#child(node, name);
      if (value && value.type !== "boolean") {
        this.#wrongType(value, "boolean");
      }
      this.#place(`commit_rules.${name}`, value);
      return value?.value === true;
    });
    return {
      is_reference_mandatory: isMandatory ?? false,
      is_commit_message_change_allowed: isChangeAllowed ?? false,
    };
  }

  #tags(node: Node | undefined): ShownSettings["immutable_tags"] | undefined {
    if (!node) {
      return undefined;
    }
    this.#checkMembers(node, ["paths", "whitelist"]);
    const [paths, whitelist] = (["paths", "whitelist"] as const).map((name) => {
      const value = this.#child(node, name);
      this.#place(`immutable_tags.${name}`, value);
      const list = this.#paths(value);
      if (value && new TextEncoder().encode(list?.join("\n")).length > longestPathsBytes) {
        this.#report(value, "tooLong", { limit: longestPathsBytes });
      }
      return { value, list };
    });
    if (paths?.list?.length === 0 && whitelist?.value && (whitelist.list?.length ?? 0) > 0) {
      this.#report(whitelist.value, "exceptionsWithoutPaths", {}, "warning");
    }
    return paths?.list && whitelist?.list ? { paths: paths.list, whitelist: whitelist.list } : undefined;
  }

  #paths(node: Node | undefined): readonly string[] | undefined {
    const texts = this.#list(node, "string", "text");
    if (!node || !texts) {
      return undefined;
    }
    for (const { value, node: item } of texts) {
      const path = String(value);
      if (path.trim() === "") {
        this.#report(item, "emptyPath", {}, "warning");
      } else if (/[\n\r]/.test(path.trim())) {
        this.#report(item, "lineBreakInPath");
      } else if (!path.trim().startsWith("/")) {
        this.#report(item, "pathWithoutSlash", {}, "warning");
      }
    }
    return texts.map(({ value }) => String(value));
  }

  #accessFile(node: Node | undefined): string | undefined {
    if (!node) {
      return undefined;
    }
    this.#place("access_file", node);
    if (node.type !== "string") {
      this.#wrongType(node, "text");
      return undefined;
    }
    const text = String(node.value);
    for (const { code, severity, offset, length } of checkAccessFile(text)) {
      this.#report(this.#placeInText(node, offset, length), code, {}, severity);
    }
    return text;
  }

  #notifications(node: Node | undefined): readonly SvnNotification[] | undefined {
    const items = this.#list(node, "object", "object");
    const read = items?.map(({ node: item }, index) => ({ item, notification: this.#notification(item, index) }));
    const paths = new Set<string>();
    for (const { item, notification } of read ?? []) {
      const { path } = notification ?? {};
      if (path !== undefined && paths.has(path)) {
        this.#report(this.#child(item, "path") ?? item, "duplicateNotification", { path });
      }
      paths.add(path ?? "");
    }
    return read?.flatMap(({ notification }) => (notification ? [notification] : []));
  }

  #notification(node: Node, index: number): SvnNotification | undefined {
    this.#checkMembers(node, ["path", "emails", "users", "user_groups"]);
    const path = this.#child(node, "path");
    if (path && path.type !== "string") {
      this.#wrongType(path, "text");
    }
    const emails = this.#list(this.#child(node, "emails"), "string", "text");
    const users = this.#list(this.#child(node, "users"), "number", "id");
    const groups = this.#list(this.#child(node, "user_groups"), "string", "text");
    this.#name("person", users, index);
    this.#name("group", groups, index);
    if (path?.type !== "string" || !emails || !users || !groups) {
      return undefined;
    }
    const name = String(path.value);
    this.#place(notificationKey(name), node);
    if (emails.length + users.length + groups.length === 0) {
      this.#report(node, "noRecipient", { path: name });
    }
    this.#checkEmails(emails);
    for (const { value, node: user } of users) {
      if (!isNumberId(value)) {
        this.#wrongType(user, "id");
      }
    }
    for (const { value, node: group } of groups) {
      // Custom groups, project members and administrators: no others get mails (test/service/README.md, SVN
      // repositories).
      if (!/^(\d{3,}|\d+_[34])$/.test(String(value))) {
        this.#report(group, "groupNotAllowed", { value: String(value) });
      }
    }
    return {
      path: name,
      emails: emails.map(({ value }) => String(value)),
      users: users.map(({ value }) => Number(value)),
      user_groups: groups.map(({ value }) => String(value)),
    };
  }

  #name(kind: SettingsId["kind"], items: readonly Item[] | undefined, index: number): void {
    for (const { value, node } of items ?? []) {
      this.#ids.push({ kind, id: String(value), index, offset: node.offset, length: node.length });
    }
  }

  #checkEmails(emails: readonly Item[]): void {
    const seen = new Set<unknown>();
    for (const { value, node } of emails) {
      if (seen.has(value)) {
        this.#report(node, "duplicateEmail", { value: String(value) });
      }
      seen.add(value);
    }
  }

  /** The values of a list of one type; undefined when it is none, which is reported. */
  #list(node: Node | undefined, type: Node["type"], expected: ExpectedType): readonly Item[] | undefined {
    if (!node) {
      return undefined;
    }
    if (node.type !== "array") {
      this.#wrongType(node, "list");
      return undefined;
    }
    return (node.children ?? []).flatMap((item) => {
      if (item.type === type) {
        return [{ value: type === "object" ? undefined : nodeValue(item), node: item }];
      }
      this.#wrongType(item, expected);
      return [];
    });
  }

  #object(node: Node | undefined): Node | undefined {
    if (node && !isJsonObject(nodeValue(node))) {
      this.#wrongType(node, "object");
      return undefined;
    }
    return node;
  }

  #child(node: Node | undefined, name: string): Node | undefined {
    return membersOf(node).findLast((each) => each.name === name)?.value;
  }

  /** Each of `names` has to be there, and nothing else is sent but what is `optional`. */
  #checkMembers(node: Node, names: readonly string[], optional: readonly string[] = []): void {
    const members = membersOf(node);
    for (const { name, key } of members) {
      if (!names.includes(name) && !optional.includes(name)) {
        this.#report(key, "unknownMember", { member: name }, "warning");
      }
    }
    // A text that is half typed says so already.
    const missing = this.#hasSyntaxProblems ? [] : names.filter((name) => !members.some((each) => each.name === name));
    for (const member of missing) {
      this.#report({ offset: node.offset, length: 1 }, "missingMember", { member });
    }
  }

  /** Where a part of a text value stands, whose line breaks and quotes are written with backslashes. */
  #placeInText(node: Node, offset: number, length: number): Span {
    const first = node.offset + 1;
    let at = first;
    let start = first;
    for (let passed = 0; passed < offset + length; passed++) {
      start = passed === offset ? at : start;
      at += this.#source[at] !== "\\" ? 1 : this.#source[at + 1] === "u" ? 6 : 2;
    }
    return { offset: start, length: at - start };
  }

  #place(key: PartKey, node: Node | undefined): void {
    if (node) {
      this.#places.set(key, { offset: node.offset, length: node.length });
    }
  }

  #wrongType(place: Span, expected: ExpectedType): void {
    this.#report(place, "wrongType", { expected });
  }

  #report(
    { offset, length }: Span,
    code: SettingsProblem["code"],
    facts?: SettingsProblemFacts,
    severity: SettingsProblem["severity"] = "error",
  ): void {
    this.#problems.push({ code, severity, offset, length, ...(facts && Object.keys(facts).length > 0 && { facts }) });
  }
}

interface Item {
  readonly value: unknown;
  readonly node: Node;
}
