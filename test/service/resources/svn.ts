import { minimalGroup, userById } from "../representations/people.ts";
import { type Answer, badRequest, ok, RestError } from "../server/answer.ts";
import { pageHeaders, readPage, slice } from "../server/paging.ts";
import { type ApiRequest, pathId, type Route, refuseReadOnly, signedIn } from "../server/router.ts";
import type { Project, SvnNotification, SvnRepository, SvnSettings } from "../state/model.ts";
import { canSeeProject, isProjectAdmin, seesEverything } from "../state/permissions.ts";
import { required } from "../state/state.ts";
import {
  boolean,
  integer,
  invalidError,
  list,
  object,
  requiredError,
  requiredInteger,
  requiredString,
  string,
} from "../wire/bodyShape.ts";
import { isObject, type JsonObject } from "../wire/json.ts";
import { readableProject } from "./access.ts";
import { rewriteAccessFile } from "./accessFile.ts";
import { parseJson } from "./artifacts.ts";

const allow = "OPTIONS, GET, PUT, DELETE";

export const svnRoutes: readonly Route[] = [
  { method: "GET", path: "/projects/:id/svn", auth: "hybrid", allow: "OPTIONS, GET", handle: listRepositories },
  { method: "POST", path: "/svn", auth: "required", allow: "OPTIONS, POST", isMinimal: true, handle: create },
  { method: "GET", path: "/svn/:id", auth: "hybrid", allow, handle: get },
  { method: "PUT", path: "/svn/:id", auth: "required", allow, isMinimal: true, handle: update },
  { method: "DELETE", path: "/svn/:id", auth: "required", allow, handle: remove },
];

function listRepositories(request: ApiRequest): Answer {
  const id = pathId(request);
  const page = readPage(request, { fallback: 10, max: 50 });
  const text = request.query.get("query") ?? "";
  const query = text === "" ? {} : parseJson(text);
  if (!isObject(query)) {
    throw badRequest("Query must be in Json");
  }
  if (Object.keys(query).some((key) => key !== "name")) {
    throw badRequest('You can only search on "name"');
  }
  const project = readableProject(request, id);
  const found = [...request.state.repositories.values()].filter(
    (repository) =>
      repository.projectId === project.id &&
      !repository.isDeleted &&
      (query.name === undefined || repository.name === query.name),
  );
  const repositories = slice(found, page).map((repository) => shortRepository(request, repository));
  return ok({ repositories }, pageHeaders(page, found.length));
}

function get(request: ApiRequest): Answer {
  return ok(representation(request, readableRepository(request, pathId(request))));
}

function create(request: ApiRequest): Answer {
  const user = signedIn(request);
  const body = isObject(request.body) ? request.body : {};
  const projectId = requiredInteger(body, "project_id", "project_id");
  const name = requiredString(body, "name", "name");
  const wanted = body.settings === undefined || body.settings === null ? undefined : readCreation(body.settings);
  refuseReadOnly(request);
  const { state } = request;
  const project = state.projects.get(projectId);
  if (!project || project.status === "deleted") {
    throw badRequest("Given project does not exist");
  }
  if (!canSeeProject(user, project)) {
    throw RestError.of(403);
  }
  if (!project.usesSvn) {
    throw badRequest("Project does not use SVN service");
  }
  if (!isProjectAdmin(user, project)) {
    throw RestError.of(403, "User doesn't have permission to create a repository");
  }
  checkName(request, project, name);
  const settings = wanted ?? emptySettings;
  checkNotifications(request, project, settings.notifications);
  checkTags(settings);
  const id = state.takeRepositoryId();
  const stored: SvnSettings = {
    ...settings,
    // Exceptions to tags that are not protected mean nothing, so they are not kept.
    whitelist: settings.paths.length === 0 ? [] : settings.whitelist,
    accessFile: rewriteAccessFile(state, project, settings.accessFile),
  };
  const layout = wanted?.layout ?? [];
  const repository = { id, projectId, name, layout, settings: stored, isDeleted: false };
  state.repositories.set(id, repository);
  return { status: 201, headers: {}, body: representation(request, repository) };
}

const emptySettings: SvnSettings = {
  isReferenceMandatory: false,
  isCommitMessageChangeAllowed: false,
  paths: [],
  whitelist: [],
  accessFile: "",
  notifications: [],
  hasDefaultPermissions: true,
};

function checkName({ state }: ApiRequest, project: Project, name: string): void {
  if (!/^[a-zA-Z][A-Za-z0-9\-_.]{2,254}$/.test(name)) {
    throw RestError.of(
      409,
      "Repository name is invalid.  Must start by a letter, have a length of 3 characters minimum, only - _ . specials characters are allowed.",
    );
  }
  const isTaken = [...state.repositories.values()].some(
    (each) => each.projectId === project.id && each.name === name && !each.isDeleted,
  );
  if (isTaken) {
    throw RestError.of(409, "Repository name is already used in this project.");
  }
}

/** Everything is replaced, one part after the other: a refusal in the middle leaves what was stored before it. */
function update(request: ApiRequest): Answer {
  const user = signedIn(request);
  const id = pathId(request);
  const body = isObject(request.body) ? request.body : {};
  const settings = readComplete(isObject(body.settings) ? body.settings : body);
  const repository = readableRepository(request, id);
  const project = projectOf(request, repository);
  if (user.isReadOnlyAdministrator || !isProjectAdmin(user, project)) {
    throw RestError.of(403, "User must be SVN admin to do this action");
  }
  checkNotifications(request, project, settings.notifications);
  const { isReferenceMandatory, isCommitMessageChangeAllowed, paths, whitelist } = settings;
  repository.settings = { ...repository.settings, isReferenceMandatory, isCommitMessageChangeAllowed };
  checkTags(settings);
  repository.settings = {
    ...repository.settings,
    paths,
    whitelist,
    accessFile: rewriteAccessFile(request.state, project, settings.accessFile),
    hasDefaultPermissions: settings.hasDefaultPermissions,
    notifications: settings.notifications,
  };
  return ok(representation(request, repository));
}

function remove(request: ApiRequest): Answer {
  const user = signedIn(request);
  const repository = request.state.repositories.get(pathId(request));
  if (!repository) {
    throw notFound();
  }
  const project = projectOf(request, repository);
  if (user.isReadOnlyAdministrator || !isProjectAdmin(user, project)) {
    throw RestError.of(403);
  }
  if (repository.isDeleted) {
    throw badRequest("Repository already in queue for deletion");
  }
  repository.isDeleted = true;
  return { status: 202, headers: {} };
}

function readableRepository(request: ApiRequest, id: number): SvnRepository {
  const repository = request.state.repositories.get(id);
  if (!repository || repository.isDeleted) {
    throw notFound();
  }
  readableProject(request, repository.projectId);
  return repository;
}

function notFound(): RestError {
  return RestError.of(404, "Repository not found");
}

function projectOf({ state }: ApiRequest, repository: SvnRepository): Project {
  return required(state.projects.get(repository.projectId));
}

function shortRepository(request: ApiRequest, repository: SvnRepository): Record<string, unknown> {
  const project = projectOf(request, repository);
  return {
    id: repository.id,
    project: {
      id: project.id,
      uri: `projects/${project.id}`,
      label: project.label,
      label_without_icon: project.label,
      shortname: project.shortname,
      status: project.status,
      access: project.access,
      is_template: false,
    },
    uri: `svn/${repository.id}`,
    name: repository.name,
    svn_url: `${request.origin.replace(/^http:/, "https:")}/svnplugin/${project.shortname}/${repository.name}`,
  };
}

/** With its settings for those who may change them. */
function representation(request: ApiRequest, repository: SvnRepository): Record<string, unknown> {
  const { state, caller, origin } = request;
  const project = projectOf(request, repository);
  const short = shortRepository(request, repository);
  if (!isProjectAdmin(caller, project) && !seesEverything(caller)) {
    return short;
  }
  const { settings } = repository;
  return {
    ...short,
    settings: {
      commit_rules: {
        is_reference_mandatory: settings.isReferenceMandatory,
        is_commit_message_change_allowed: settings.isCommitMessageChangeAllowed,
      },
      immutable_tags: { paths: settings.paths, whitelist: settings.whitelist },
      access_file: settings.accessFile,
      email_notifications: settings.notifications.map((notification) => ({
        user_groups: notification.groupIds.map((id) => minimalGroup(state, id)),
        users: notification.userIds.map((id) => userById(state, id, origin)),
        emails: notification.emails,
        path: notification.path,
      })),
      has_default_permissions: settings.hasDefaultPermissions,
    },
  };
}

/** The settings of a PUT: every member has to be there, but for the last one, which then is true. */
function readComplete(settings: JsonObject): SvnSettings {
  for (const key of ["commit_rules", "immutable_tags", "email_notifications"]) {
    if (settings[key] === undefined || settings[key] === null) {
      throw requiredError(`settings[${key}]`);
    }
  }
  const parts = readParts(settings);
  if (settings.access_file === undefined || settings.access_file === null) {
    // Checked by the route itself, hence without the framework's full stop.
    throw badRequest("`settings[access_file]` is required");
  }
  return { ...emptySettings, ...parts };
}

function readCreation(value: unknown): SvnSettings & { layout: readonly string[] } {
  const settings = object(value, "settings");
  if (Object.keys(settings).length === 0) {
    throw invalidError("settings");
  }
  const layout =
    settings.layout === undefined || settings.layout === null ? [] : strings(settings.layout, "settings[layout]");
  return { ...emptySettings, ...readParts(settings), layout };
}

/** The members that are given; each of them has to be complete. */
function readParts(settings: JsonObject): Partial<SvnSettings> {
  const isGiven = (key: string) => settings[key] !== undefined && settings[key] !== null;
  return {
    ...(isGiven("commit_rules") && readRules(object(settings.commit_rules, "settings[commit_rules]"))),
    ...(isGiven("immutable_tags") && readTags(object(settings.immutable_tags, "settings[immutable_tags]"))),
    ...(isGiven("access_file") && { accessFile: string(settings.access_file, "settings[access_file]") }),
    ...(isGiven("email_notifications") && {
      notifications: list(settings.email_notifications, "settings[email_notifications]").map((item, index) => {
        const path = `settings[email_notifications][${index}]`;
        return readNotification(object(item, path), path);
      }),
    }),
    ...(isGiven("has_default_permissions") && {
      hasDefaultPermissions: boolean(settings.has_default_permissions, "settings[has_default_permissions]"),
    }),
  };
}

function member(source: JsonObject, key: string, path: string): unknown {
  const value = source[key];
  if (value === undefined || value === null) {
    throw requiredError(`${path}[${key}]`);
  }
  return value;
}

function readRules(rules: JsonObject): Partial<SvnSettings> {
  const path = "settings[commit_rules]";
  const read = (key: string) => boolean(member(rules, key, path), `${path}[${key}]`);
  return {
    isReferenceMandatory: read("is_reference_mandatory"),
    isCommitMessageChangeAllowed: read("is_commit_message_change_allowed"),
  };
}

function readTags(tags: JsonObject): Partial<SvnSettings> {
  const path = "settings[immutable_tags]";
  const read = (key: string) => storedPaths(strings(member(tags, key, path), `${path}[${key}]`));
  return { paths: read("paths"), whitelist: read("whitelist") };
}

/** Paths are kept joined by line feeds, so one that contains a line feed comes back as two. */
function storedPaths(paths: readonly string[]): readonly string[] {
  return paths
    .join("\n")
    .split("\n")
    .map((path) => path.trim())
    .filter((path) => path !== "");
}

function readNotification(notification: JsonObject, path: string): SvnNotification {
  return {
    path: string(member(notification, "path", path), `${path}[path]`),
    emails: strings(member(notification, "emails", path), `${path}[emails]`),
    userIds: list(member(notification, "users", path), `${path}[users]`).map((id, index) =>
      integer(id, `${path}[users][${index}]`),
    ),
    groupIds: list(member(notification, "user_groups", path), `${path}[user_groups]`).map(String),
  };
}

function strings(value: unknown, name: string): readonly string[] {
  return list(value, name).map((item, index) => string(item, `${name}[${index}]`));
}

const maxTagsBytes = 65_535;

function checkTags({ paths, whitelist }: SvnSettings): void {
  if ([paths, whitelist].some((each) => Buffer.byteLength(each.join("\n")) > maxTagsBytes)) {
    throw badRequest("The list of paths or allowed paths is too big and cannot be saved");
  }
}

function checkNotifications({ state }: ApiRequest, project: Project, notifications: readonly SvnNotification[]): void {
  const repeated = doubles(notifications.map((each) => each.path));
  if (repeated.length > 0) {
    throw badRequest(`One notification path or more are not unique: ${repeated.join(", ")}`);
  }
  for (const { path, emails, userIds, groupIds } of notifications) {
    if (emails.length + userIds.length + groupIds.length === 0) {
      throw badRequest(
        `Notification should concern at least one email or one user or one user group for path: ${path}`,
      );
    }
    if (doubles(emails).length > 0) {
      throw badRequest(`One email or more are not unique for path: ${path}`);
    }
    for (const id of userIds) {
      const user = state.users.get(id);
      if (!user) {
        throw badRequest(`User ${id} not found`);
      }
      if (user.status !== "active" && user.status !== "restricted") {
        throw badRequest(`User ${id} is neither active nor restricted.`);
      }
    }
    for (const id of groupIds) {
      checkGroup(id, project, state.groups.get(id)?.projectId, state.groups.has(id));
    }
  }
}

function checkGroup(id: string, project: Project, projectId: number | undefined, isKnown: boolean): void {
  if (["1", "2", "3"].includes(id)) {
    throw badRequest("Notifications cannot be sent to user groups Anonymous Authenticated and Registered");
  }
  if (!isKnown) {
    throw RestError.of(404, "User Group does not exist");
  }
  if (projectId !== project.id) {
    throw badRequest("You can't add a user group from a different project");
  }
}

function doubles(items: readonly string[]): readonly string[] {
  return [...new Set(items.filter((item, index) => items.indexOf(item) !== index))];
}
