import { openInspector } from '../../../page/inspector-store.ts'
import { TickStrip } from '../../../ui/content/tick-strip.tsx'

interface AnswerStripProps {
  /** See `TickStrip`; nothing is drawn without it. */
  strip: string | undefined
  exchangeId: string | undefined
}

/** The events of a response in time; a click shows them in the Inspector, as its menu does for the keyboard. */
export function AnswerStrip({ strip, exchangeId }: AnswerStripProps) {
  if (strip === undefined) return null
  if (exchangeId === undefined) return <TickStrip strip={strip} className="answer-strip" />
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      title="Show the raw stream"
      onClick={() => openInspector(exchangeId, 'stream')}
      className="answer-strip"
    >
      <TickStrip strip={strip} />
    </button>
  )
}
