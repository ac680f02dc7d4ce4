import { part } from '../../ui/feedback/part.tsx'

/**
 * Ends a sentence about a text that is not JSON with the place of the error, once that is known. The parser
 * that locates errors is as large as the rest of Explore.
 */
export const JsonErrorPlace = part(
  () => import('../../ui/json-editor/json-error.tsx'),
  'JsonError',
  { fallback: '.', quiet: true },
)
