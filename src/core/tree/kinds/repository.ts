import { openSvnSettings, repositorySpoken, repositoryTooltip } from "../../sentences/tree.ts";
import { withoutControls } from "../../util/withoutControls.ts";
import { spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { RepositoryRow } from "../rows.ts";

/** An SVN repository, among those of its project or pinned. */
export const repositoryKind: RowKind<RepositoryRow> = {
  look: ({ repository, isPinned, parent }) => {
    const { id, name, projectLabel, checkoutUrl } = repository;
    const isOfProject = parent?.kind === "repositories";
    return {
      label: withoutControls(name || `#${id}`),
      description: projectLabel && !isOfProject ? withoutControls(projectLabel) : undefined,
      icon: "repository",
      contextValue: `repository ${isPinned ? "pinned" : "unpinned"}`,
      tooltip: tooltipOf([repositoryTooltip(name ?? "", id), projectLabel, checkoutUrl]),
      click: { command: "openSvnSettings", title: openSvnSettings },
      spoken: spokenOf(repositorySpoken(name || id)),
    };
  },
};
