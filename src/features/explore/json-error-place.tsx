import { part } from '../../ui/feedback/part.tsx'

/** Ends a sentence with the place of a JSON error. The parser is as large as the rest of Explore. */
export const JsonErrorPlace = part(
  () => import('../../ui/json-editor/json-error.tsx'),
  'JsonError',
  { fallback: '.', quiet: true },
)
