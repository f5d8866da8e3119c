/** Areas whose calls do not stand under their own name. Free of schemas, so that a list can load it. */
const OTHER_PATHS: Readonly<Record<string, string>> = { itemAliases: 'itemaliases', oauthClients: 'oauth2clients' };

/** The part of an area's address behind `/v0/`. A conformance test holds it against the areas' own declarations. */
export const areaPath = (area: string): string => OTHER_PATHS[area] ?? area;
