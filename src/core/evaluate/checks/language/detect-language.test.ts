import { describe, expect, test } from 'vitest'

import { checkLanguage } from './check-language.ts'
import { detectLanguage, LANGUAGES, languageWords } from './detect-language.ts'

const SAMPLES: Readonly<Record<string, string>> = {
  en: 'The river was high that morning, and we could not cross it with the horses.',
  de: 'Der Fluss war an diesem Morgen hoch, und wir konnten ihn mit den Pferden nicht überqueren.',
  fr: 'Le fleuve était haut ce matin-là, et nous ne pouvions pas le traverser avec les chevaux.',
  es: 'El río estaba alto aquella mañana y no podíamos cruzarlo con los caballos de la casa.',
  pt: 'O rio estava alto naquela manhã e não podíamos atravessá-lo com os cavalos da casa.',
  it: 'Il fiume era alto quella mattina e non potevamo attraversarlo con i cavalli della casa.',
  nl: 'De rivier stond hoog die ochtend en we konden haar niet met de paarden oversteken.',
  sv: 'Floden var hög den morgonen och vi kunde inte ta oss över den med hästarna.',
  da: 'Floden var høj den morgen, og vi kunne ikke komme over den med hestene af gården.',
  nb: 'Elven var høy den morgenen, og vi kunne ikke komme over den med hestene av gården, bare noe av det.',
  fi: 'Joki oli sinä aamuna korkealla, ja me emme voineet ylittää sitä hevosilla, vaikka se olisi ollut mahdollista.',
  pl: 'Rzeka była tego ranka wysoka i nie mogliśmy jej przekroczyć z końmi, które się bały.',
  cs: 'Řeka byla toho rána vysoká a nemohli jsme ji s koňmi překročit, protože se báli.',
  ro: 'Râul era înalt în acea dimineață și nu puteam să îl trecem cu caii de la casă.',
  hu: 'A folyó azon a reggelen magas volt, és nem tudtunk átkelni rajta a lovakkal.',
  tr: 'O sabah nehir çok yüksekti ve atlarla karşıya geçmek için bir yol bulamadık.',
  id: 'Sungai itu tinggi pada pagi itu dan kami tidak dapat menyeberang dengan kuda.',
  vi: 'Sáng hôm đó nước sông lên cao và chúng tôi không thể qua sông với những con ngựa.',
  ru: 'В то утро река была высокой, и мы не могли перейти её с лошадьми.',
  uk: 'Того ранку річка була високою, і ми не могли перейти її з кіньми.',
  bg: 'Онази сутрин реката беше висока и не можехме да я преминем с конете, които се плашеха.',
  hi: 'उस सुबह नदी का पानी ऊँचा था और हम घोड़ों के साथ उसे पार नहीं कर सके।',
  mr: 'त्या सकाळी नदी भरलेली होती आणि आम्ही घोड्यांसह ती ओलांडू शकलो नाही हे खरे आहे.',
  ar: 'كان النهر مرتفعا في ذلك الصباح ولم نتمكن من عبوره مع الخيول التي كانت خائفة.',
  fa: 'رودخانه آن روز صبح بلند بود و ما نمی توانستیم با اسب ها از آن بگذریم که این خوب نیست.',
  ur: 'اس صبح دریا کا پانی اونچا تھا اور ہم گھوڑوں کے ساتھ اسے پار نہیں کر سکے۔',
  zh: '那天早上河水很高，我们不能骑马过河。',
  ja: 'その朝、川の水位は高く、馬では渡れなかった。',
  ko: '그날 아침 강물이 높아서 말을 타고 건널 수 없었다.',
  el: 'Εκείνο το πρωί το ποτάμι ήταν ψηλό.',
  he: 'באותו בוקר הנהר היה גבוה.',
  th: 'เช้าวันนั้นแม่น้ำสูง',
  hy: 'Այդ առավոտ գետը բարձր էր։',
  ka: 'იმ დილას მდინარე მაღალი იყო.',
  bn: 'সেদিন সকালে নদী উঁচু ছিল।',
  ta: 'அன்று காலை ஆறு உயர்ந்திருந்தது.',
  te: 'ఆ ఉదయం నది ఎత్తుగా ఉంది.',
}

describe('the language of a text', () => {
  test.each(LANGUAGES)('is recognized: %s', (language) => {
    expect(detectLanguage(SAMPLES[language] ?? '')).toBe(language)
  })

  test.each([
    '',
    '42',
    'Paris',
    'Yes.',
    'OK',
    'https://example.com/the/of/and',
    '👍👍👍',
    '{"a":1}',
    '東',
  ])('is not certain: %s', (text) => expect(detectLanguage(text)).toBeUndefined())

  test('of prose counts, not that of its code', () => {
    const code = '```js\n// the of and to in is that it for was with as are this be\n```'
    expect(detectLanguage(`${SAMPLES['de']}\n${code}`)).toBe('de')
    expect(detectLanguage(code)).toBeUndefined()
  })

  test('is not certain for two at once', () => {
    expect(detectLanguage(`${SAMPLES['ru']} ${SAMPLES['el']} ${SAMPLES['he']}`)).toBeUndefined()
  })

  test('takes work that grows no faster than the text, whatever is in it', () => {
    for (const text of [
      '`'.repeat(200_000),
      '```'.repeat(100_000),
      'http://'.repeat(50_000),
      'á'.repeat(200_000),
    ]) {
      const before = process.cpuUsage()
      detectLanguage(text)
      expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
    }
  })

  test('has words for each language that shares its script', () => {
    for (const language of Object.keys(languageWords)) expect(LANGUAGES).toContain(language)
  })
})

describe('a check of the language', () => {
  const { de = '', zh = '', nb = '' } = SAMPLES

  test('compares languages; regions and scripts do not count', () => {
    expect(checkLanguage(de, 'de-AT').result).toBe('passed')
    expect(checkLanguage(zh, 'zh-Hant-TW').result).toBe('passed')
    expect(checkLanguage(nb, 'no').result).toBe('passed')
    expect(checkLanguage(de, 'en').reason).toMatch(/^Expected English, received German: “Der Fluss/)
  })

  test('is undecided for short texts and unknown codes', () => {
    expect(checkLanguage('Ja.', 'de')).toMatchObject({ result: 'undecided' })
    expect(checkLanguage(de, 'German').reason).toContain('Unknown language “German”.')
    expect(checkLanguage(de, 'not a tag!').result).toBe('undecided')
    expect(checkLanguage(de, 'sw').result).toBe('undecided')
  })
})
