import { languageWords } from './language-words.ts'

/** Scripts, and the languages written in them. Where there are several, words and letters decide. */
const SCRIPTS: readonly [script: RegExp, languages: string][] = [
  [/\p{Script=Latin}/gu, 'en de fr es pt it nl sv da nb fi pl cs ro hu tr id vi'],
  [/\p{Script=Cyrillic}/gu, 'ru uk bg'],
  [/\p{Script=Arabic}/gu, 'ar fa ur'],
  [/\p{Script=Devanagari}/gu, 'hi mr'],
  [/\p{Script=Han}/gu, 'zh'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
]

/** The languages that are recognized. */
export const LANGUAGES: readonly string[] = SCRIPTS.flatMap(([, languages]) => languages.split(' '))

/** Enough to recognize a language by: more would only take longer. */
const MAX_CHARACTERS = 20_000

/** Fewer common words could be a name or a quote. */
const MIN_SCORE = 3

/**
 * The language of a text, by its script and its most common words. Undefined where that is not certain:
 * the text is too short, mixed, or in a language that is not in {@link LANGUAGES}. Code and URLs don't count.
 * @example
 * detectLanguage('Das ist nicht der Weg, den wir nehmen.') // 'de'
 */
export function detectLanguage(text: string): string | undefined {
  const prose = text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/```[^]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/g, ' ')
    .normalize('NFC')
    .toLowerCase()
  const languages = languagesOfScript(prose)
  if (languages.length < 2) return languages[0]
  const words = prose.match(/[\p{L}\p{M}]+|[¿¡]/gu) ?? []
  const scores = languages
    .map((language) => ({ language, score: scoreOf(language, words) }))
    .sort((one, other) => other.score - one.score)
  const [first, second] = scores
  if (first === undefined || second === undefined) return undefined
  const isEnough = first.score >= MIN_SCORE && first.score >= words.length / 10
  return isEnough && first.score >= second.score * 1.1 ? first.language : undefined
}

/** The languages of the script that most letters have; none where no script has most of them. */
function languagesOfScript(text: string): readonly string[] {
  const counts = SCRIPTS.map(([script, languages]) => ({
    languages,
    count: text.match(script)?.length ?? 0,
  }))
  const letters = counts.reduce((sum, { count }) => sum + count, 0)
  const japanese = counts.find(({ languages }) => languages === 'ja')?.count ?? 0
  const chinese = counts.find(({ languages }) => languages === 'zh')?.count ?? 0
  // Japanese is written with Han characters too, and never far without its own.
  if (japanese > chinese / 20 && japanese + chinese > letters * 0.6)
    return japanese + chinese > 3 ? ['ja'] : []
  const most = counts.find(({ count }) => count > 1 && count > letters * 0.6)
  return most?.languages.split(' ') ?? []
}

/** Common words count one each, and so do words with a letter that few other languages have. */
function scoreOf(language: string, words: readonly string[]): number {
  const [common = '', letters] = languageWords[language]?.split('|') ?? []
  const known = new Set(common.split(' '))
  const letter = letters === undefined ? undefined : new RegExp(`[${letters}]`, 'u')
  return words.filter((word) => known.has(word) || letter?.test(word) === true).length
}
