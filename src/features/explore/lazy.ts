/* What Explore loads after its form: a check of a whole API is asked for now and then. */

export const loadApiCheck = () => import('./check/api-check.tsx')
