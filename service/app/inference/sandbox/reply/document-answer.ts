import type { DocumentText } from '../../../documents/document-reader.ts'
import { wordsOf } from '../../../search/rank.ts'
import { count } from '../report/describe-part.ts'
import { plainText } from './plain-text.ts'

const MAX_LINES = 6
/** How far into a document its lines are looked at, characters. */
const MAX_READ = 20_000

/** What notes say of a change that others have to follow. */
const SIGNS_OF_CHANGE =
  /\b(?:gone|removed?|deleted|no longer|instead|before|was|were|renamed|deprecated|must|breaking)\b/i

/** The lines of a document that a question is about; its first ones where none fits. */
export function documentAnswer(question: string, name: string, document: DocumentText): string {
  const lines = document.text
    .slice(0, MAX_READ)
    .split('\n')
    .map((line) => line.replace(/^[\s*#•-]+/, '').trim())
    .filter((line) => line !== '')
  const asksForBreaks = /\bbreak/i.test(question)
  const words = new Set(wordsOf(question))
  const fitting = lines.filter((line) =>
    asksForBreaks ? SIGNS_OF_CHANGE.test(line) : wordsOf(line).some((word) => words.has(word)),
  )
  const shown = (fitting.length > 0 ? fitting : lines).slice(0, MAX_LINES)
  const facts = [
    document.label,
    ...(document.parts === undefined ? [] : [count(document.parts.count, document.parts.unit)]),
    count(document.text.length, 'character'),
  ]
  const intro = `${plainText(name === '' ? 'The document' : name, 80)} (${facts.join(', ')})`
  if (shown.length === 0) return `${intro} has no text.`
  const what = fitting.length > 0 ? 'What it says about this' : 'It begins with'
  return `${intro}. ${what}:\n\n${shown.map((line) => `- ${plainText(line, 300)}`).join('\n')}`
}
