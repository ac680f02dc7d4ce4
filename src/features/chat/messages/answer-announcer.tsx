import { useEffect, useState } from 'react'

import type { AnswerPhase } from '../../../../contract/chat/answer-phase.ts'
import { chat } from '../../../page/chat.ts'

const WORDS: Partial<Record<AnswerPhase, string>> = {
  finished: 'The answer is complete.',
  stopped: 'The answer was stopped.',
  cut: 'The answer was cut off.',
  failed: 'The request failed.',
}

/** Tells screen readers how an answer ended; of the stream between they hear nothing. */
export function AnswerAnnouncer() {
  const [words, setWords] = useState('')
  useEffect(() => {
    const heard = new Set<string>()
    const listen = ({ live }: ReturnType<typeof chat.runs.getState>) => {
      for (const [id, run] of Object.entries(live)) {
        if (heard.has(id)) continue
        heard.add(id)
        setWords('')
        void run.done.then(({ phase }) => setWords(WORDS[phase] ?? ''))
      }
    }
    listen(chat.runs.getState())
    return chat.runs.subscribe(listen)
  }, [])
  return (
    <p role="status" aria-label="Answer state" className="sr-only">
      {words}
    </p>
  )
}
