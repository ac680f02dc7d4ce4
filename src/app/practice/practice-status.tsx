import { Button } from '../../ui/controls/button.tsx'
import { showDialog } from '../shell-store.ts'

/** Says that responses come from this page alone, and leads to how to get more. */
export function PracticeStatus() {
  return (
    <div className="flex items-center gap-2 bg-accent/8 px-3 py-0.5 text-xs">
      <output aria-label="Practice mode" className="min-w-0 leading-tight">
        <span className="font-semibold">Practice mode</span>
        <span className="text-text-2"> · runs in this page, with practice USD</span>
      </output>
      <Button variant="ghost" className="ml-auto shrink-0" onClick={() => showDialog('connection')}>
        Get more
      </Button>
    </div>
  )
}
