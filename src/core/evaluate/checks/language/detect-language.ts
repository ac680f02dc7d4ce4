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

/**
 * The most common words of languages that share an alphabet, and after `|` letters that few others of them
 * have. Words that several have are listed for each of them.
 */
export const languageWords: Readonly<Record<string, string>> = {
  en: 'the and of to in is that it for was with as are this be have from or by not you which but they we can will their there has what if would about your when',
  de: 'der die das und ist nicht ein eine zu den mit von auf für im dem sich des auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über ich wir oder aber|ßäöü',
  fr: 'le la les de des et est un une du en que qui dans pour pas sur au plus par avec ce il ne se sont cette aux nous vous mais ou je elle été être ont leur|çœêèùâîû',
  es: 'el la los las de y en que es un una del por con para no se su al lo como más pero sus le ya este sí porque esta entre cuando muy sin sobre son también|ñ¿¡',
  pt: 'o a os as de e em que é um uma do da no na por com para não se dos das ao mais como mas foi ele sua ou ser são está também seu pelo pela isso você|ãõç',
  it: 'il lo la gli le di e che è un una in per non con del della dei sono si da al come più ma nel anche alla questo ha delle nella o se ci essere|ìò',
  nl: 'de het een en van in is dat op te zijn voor met niet die aan er om ook als bij door maar naar uit nog ik je wordt worden over heeft hebben dan of deze',
  sv: 'och att det som en på är av för med den till inte har de ett om jag var men från vi så kan när man sig eller också skulle efter där vara|åäö',
  da: 'og at det er en på til af for med den ikke som der har de et jeg var men fra vi så kan når man sig eller også af efter hvor være blev|åæø',
  nb: 'og at det er en på til av for med den ikke som har de et jeg var men fra vi så kan når man seg eller også etter hvor være ble noe bare|åæø',
  fi: 'ja on ei että se hän oli ovat mutta kun niin kuin myös joka tai mitä sen olla voi jos nyt vain sekä ole minä tämä hänen ovat|äö',
  pl: 'i w na z do się nie jest to że o jak po co ale za od przez tym być są dla oraz który które tak jego czy może już tylko|łżśćąęńź',
  cs: 'a v na se je že s z do to i o jako pro ale za by které jsou od po který není jeho také nebo tak jsem být při což|řěůčšž',
  ro: 'și de în la a cu pe nu este o un că din mai pentru care sunt ce se au fi sau dar prin fost această lui ca către|șțăâî',
  hu: 'a az és hogy nem is egy ez van de meg csak volt azt már vagy mint el ha még ki lehet kell ezt minden amely|őű',
  tr: 've bir bu da de için ile çok olarak daha ne gibi kadar var olan ama değil en sonra ya mi ki o her veya tarafından|ğışç',
  id: 'yang dan di dengan untuk ini itu dari dalam tidak akan pada adalah ke atau juga saya oleh sebagai karena bisa ada mereka telah kami lebih dapat',
  vi: 'và của là có cho không được trong các một những người với này đã để khi từ về như cũng đến tôi bạn nhiều theo|đơưạảấầậếềệộớờợụủứữựịỉ',
  ru: 'и в не на что я с он как это по но из у за от так же для к вы бы то только его было ещё или если|ыэё',
  uk: 'і в не на що я з він як це по але у за від так та для до ви б то його було ще або якщо є|їєґі',
  bg: 'и в не на че аз с той как това по но от за са се да е като си ще към или ако|ъ',
  hi: 'के है में की और का से को हैं एक यह पर ने नहीं कि था लिए भी तो जो',
  mr: 'आहे आणि या च्या हे ते की आहेत होते नाही एक मध्ये तर पण साठी हा असे',
  ar: 'في من على إلى أن هذا هذه التي الذي مع عن كان لا ما هو هي ذلك كل بعد أو',
  fa: 'و در به از که این است را با برای آن یک می شود شد تا خود بر هم نیز|پچژگ',
  ur: 'کے ہے میں کی اور کا سے کو ہیں یہ پر نے نہیں کہ تھا ایک بھی|پچژگٹڈےں',
}
