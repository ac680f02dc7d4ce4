import { type Finding, failed, passed, quote, undecided } from '../finding.ts'
import { detectLanguage, LANGUAGES } from './detect-language.ts'

/** Whether a text is in a language, given as a BCP 47 tag; its region and script don't count. */
export function checkLanguage(text: string, expected: string): Finding {
  const wanted = languageOf(expected)
  if (wanted === undefined || !LANGUAGES.includes(wanted))
    return undecided(`Unknown language ${quote(expected)}. Use a code: ${LANGUAGES.join(', ')}.`)
  const received = detectLanguage(text)
  if (received === undefined)
    return undecided(
      `Unknown language of ${quote(text)}: too short, mixed, or none of those recognized.`,
    )
  return received === wanted
    ? passed
    : failed(
        `Expected ${languageName(wanted)}, received ${languageName(received)}: ${quote(text)}.`,
      )
}

/** A language in English: `de` is German. What is no code stays as it is. */
export function languageName(language: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

function languageOf(tag: string): string | undefined {
  try {
    const { language } = new Intl.Locale(tag.trim())
    return language === 'no' ? 'nb' : language
  } catch {
    return undefined
  }
}
