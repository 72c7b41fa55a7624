import type { Route } from "../server/router.ts";
import { artifactRoutes } from "./artifacts.ts";
import { projectRoutes } from "./projects.ts";
import { trackerRoutes } from "./trackers.ts";
import { userRoutes } from "./users.ts";

export const apiRoutes: readonly Route[] = [...artifactRoutes, ...projectRoutes, ...trackerRoutes, ...userRoutes];
