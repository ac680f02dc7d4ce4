import { CodeBlock } from '../../ui/content/code-block.tsx'
import { Button } from '../../ui/controls/button.tsx'

/** The connection "Practice": the service that runs in the page, and what takes more than a page. */
export function PracticeConnection({ onDone }: { onDone: () => void }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-text-2">
        The local service, run in this page: the same models, limits and errors. Nothing is sent.
      </p>
      <p className="text-text-2">
        The balance resets with a reload. Documents, URLs and top-ups take the local service:
      </p>
      <CodeBlock text="npm start" label="Command" />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
