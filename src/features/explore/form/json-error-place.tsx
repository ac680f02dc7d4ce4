import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'

// The parser that locates errors is as large as the rest of Explore.
const JsonError = lazyComponent(() =>
  import('../../../ui/json-editor/json-error.tsx').then((module) => module.JsonError),
)

/** Ends a sentence about a text that is not JSON with the place of the error, once that is known. */
export function JsonErrorPlace({ text }: { text: string }) {
  return (
    <ChunkBoundary quiet fallback=".">
      <JsonError text={text} />
    </ChunkBoundary>
  )
}
