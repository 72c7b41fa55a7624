import type { ProjectSummary, ReportSummary, TrackerSummary } from "../model/tracker.ts";
import { flag, itemsOf, known, member, name } from "./wire.ts";

/** The projects of a listing; undefined when it is none. */
export function readProjects(body: unknown): readonly ProjectSummary[] | undefined {
  return itemsOf(body, (item, projectId) => {
    const resources = member(item, "resources");
    const has = (type: string) =>
      Array.isArray(resources) ? resources.some((resource) => member(resource, "type") === type) : undefined;
    return known({
      id: projectId,
      label: name(member(item, "label")) ?? name(member(item, "shortname")) ?? "",
      shortname: name(member(item, "shortname")),
      hasTrackers: has("trackers"),
      hasSvn: has("svn"),
    });
  });
}

/** The reports of a listing; undefined when it is none. */
export function readReports(body: unknown): readonly ReportSummary[] | undefined {
  return itemsOf(body, (item, reportId) =>
    known({
      id: reportId,
      label: name(member(item, "label")) ?? "",
      isPublic: flag(member(item, "is_public")),
      isDefault: flag(member(item, "is_default")),
    }),
  );
}

/** The trackers of a listing; undefined when it is none. */
export function readTrackers(body: unknown): readonly TrackerSummary[] | undefined {
  return itemsOf(body, (item, trackerId) =>
    known({
      id: trackerId,
      label: name(member(item, "label")) ?? "",
      itemName: name(member(item, "item_name")),
    }),
  );
}
