import type { Route } from "../server/router.ts";
import { artifactRoutes } from "./artifacts.ts";
import { fileRoutes } from "./files.ts";
import { projectRoutes } from "./projects.ts";
import { searchRoutes } from "./search.ts";
import { svnRoutes } from "./svn.ts";
import { trackerRoutes } from "./trackers.ts";
import { userRoutes } from "./users.ts";

export const apiRoutes: readonly Route[] = [
  ...artifactRoutes,
  ...projectRoutes,
  ...trackerRoutes,
  ...userRoutes,
  ...svnRoutes,
  ...fileRoutes,
  ...searchRoutes,
];
