/** Texts that fit members by their names; the first rule that matches the names around them counts. */
const TEXTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\b(?:recipe|dish|meal|lunch|dinner)\b.*\b(?:ingredients?)( name| item)?$|\bingredients?( name| item)?$/,
    [
      '1 can of white beans',
      '250 g cherry tomatoes',
      'half a red onion',
      '2 tablespoons of olive oil',
      'a handful of basil',
    ],
  ],
  [
    /\b(?:recipe|dish|meal|lunch|dinner|ingredients)\b.*\b(?:steps?|instructions?|directions|method)( text| description)?$/,
    [
      'Rinse the beans and let them drain.',
      'Halve the tomatoes and slice the onion thinly.',
      'Mix everything with the oil, salt and pepper.',
      'Tear the basil over it and serve.',
    ],
  ],
  [
    /\b(?:recipe|dish|meal|lunch|dinner)\b.*\b(?:title|name|dish|recipe)$/,
    ['Tomato and white bean salad', 'Lemon pasta with peas', 'Chickpea wraps'],
  ],
  [
    /\b(?:recipe|dish|meal|lunch|dinner)\b.*\b(?:description|summary)$/,
    ['A fresh salad from the cupboard that needs no cooking.'],
  ],
  [
    /\b(?:book|novel|reading)\b.*\b(?:title|name)$/,
    ['The Left Hand of Darkness', 'Frankenstein', 'Middlemarch'],
  ],
  [/\b(?:film|movie)\b.*\b(?:title|name)$/, ['Metropolis', 'The General', 'Nosferatu']],
  [/\b(?:genre)$/, ['science fiction', 'drama', 'comedy']],
  [
    /\b(?:event|meeting|calendar|appointment)\b.*\b(?:title|name|subject)$/,
    ['Planning for the spring release', 'Weekly review'],
  ],
  [
    /\b(?:product|item|order|shop|cart)\b.*\b(?:title|name|product)$/,
    ['Canvas backpack', 'Steel water bottle', 'Desk lamp'],
  ],
  [
    /\b(?:company|organi[sz]ation|employer|brand|vendor|publisher)(?: name)?$/,
    ['Northwind Traders', 'Example Corporation'],
  ],
  [/\b(?:first|given) ?name$/, ['Ada', 'Grace', 'Alan']],
  [/\b(?:last|family|sur) ?name$/, ['Lovelace', 'Hopper', 'Turing']],
  [/\b(?:user ?name|login|handle|nickname)$/, ['ada', 'grace', 'alan']],
  [/\b(?:country)(?: name)?$/, ['Portugal', 'Japan', 'Kenya']],
  [/\b(?:country|language|currency) code$/, ['PT', 'JP', 'KE']],
  [/\b(?:city|town|capital|location|destination|place)(?: name)?$/, ['Lisbon', 'Kyoto', 'Nairobi']],
  [/\b(?:street|address(?: line)?)$/, ['12 Harbor Street', '3 Garden Lane']],
  [/\b(?:zip|postal|post) ?code$|\bzip$/, ['1100-148', '10115']],
  [/\b(?:e ?mail)(?: address)?$/, ['ada@example.com', 'grace@example.com', 'alan@example.com']],
  [/\b(?:phone|telephone|mobile)(?: number)?$/, ['+1 555 0100', '+1 555 0101']],
  [/\b(?:url|uri|link|website|homepage|href)$/, ['https://example.com/']],
  [
    /\b(?:person|people|user|customer|author|contact|speaker|member|guest|attendee|participant|employee|character)s?( name)?$/,
    ['Ada Lovelace', 'Grace Hopper', 'Alan Turing'],
  ],
  [
    /\b(?:date|day|deadline|birthday)$|\b(?:created|updated|published|due|starts?|ends?) (?:at|on)$/,
    ['2026-01-31', '2026-02-14', '2026-03-01'],
  ],
  [/\btime$/, ['12:30', '18:00']],
  [/\bduration$/, ['15 minutes']],
  [/\bcurrency$/, ['EUR', 'USD']],
  [/\blanguage$/, ['English', 'Portuguese']],
  [/\bcolou?rs?$/, ['blue', 'green', 'red']],
  [/\bsentiment|mood|tone$/, ['positive']],
  [/\bstatus|state$/, ['open']],
  [/\bpriority|difficulty|level$/, ['medium']],
  [/\b(?:category|categories|topic|type|kind)$/, ['general']],
  [/\b(?:tags?|keywords?|labels?)$/, ['quick', 'simple', 'healthy']],
  [/\b(?:weather|conditions?|forecast)$/, ['sunny', 'cloudy', 'light rain']],
  [/\b(?:units?)$/, ['g', 'ml', 'piece']],
  [
    /\b(?:steps?|instructions?|tasks?|todos?|actions?)( title| name| text| description)?$/,
    ['Write down the goal.', 'Split it into small parts.', 'Begin with the smallest one.'],
  ],
  [
    /\b(?:pros|advantages|benefits|strengths)$/,
    ['Easy to begin with', 'Works offline', 'The same result every time'],
  ],
  [
    /\b(?:cons|disadvantages|drawbacks|weaknesses|risks)$/,
    ['Knows only a little', 'No real language model'],
  ],
  [/\b(?:questions?)$/, ['What is the goal?', 'Who is it for?', 'When is it due?']],
  [/\b(?:id|identifier|reference|number|sku)$/, ['A-1001', 'A-1002', 'A-1003']],
  [
    /\b(?:summary|description|abstract|overview|explanation|reasoning|reason|rationale|answer|text|content|body|message|comment|note|notes|review|bio|details)$/,
    ['A short text that a simulator filled in, as the schema asks.'],
  ],
  [
    /\b(?:title|headline|subject|heading|caption)$/,
    ['A small example', 'Another example', 'One more example'],
  ],
  [/\bname$/, ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']],
]

/** Figures that fit members by their names; later items of a list get a little more. */
const NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:minutes?|mins|prep time|cook time|duration)$/, 15],
  [/\bseconds?$/, 30],
  [/\bhours?$/, 2],
  [/\b(?:servings|portions|serves|people|guests)$/, 2],
  [/\b(?:quantity|qty|amount|count)$/, 2],
  [/\b(?:calories|kcal)$/, 420],
  [/\b(?:price|cost|total|subtotal|sum)$/, 19.9],
  [/\b(?:rating|stars)$/, 4.5],
  [/\b(?:confidence|probability|likelihood|certainty)$/, 0.9],
  [/\b(?:score|percent|percentage|humidity)$/, 80],
  [/\bage$/, 36],
  [/\byear$/, 2026],
  [/\bmonth$/, 6],
  [/\bday$/, 15],
  [/\b(?:lat|latitude)$/, 38.72],
  [/\b(?:lon|lng|long|longitude)$/, -9.14],
  [/\btemperature(?: c| celsius)?$|\btemp(?: c)?$/, 21],
  [/\bpopulation$/, 545_000],
  [/\bpages$/, 320],
]

/** A text that fits the names around a member, the innermost last; another for each item of a list. */
export function plausibleText(path: string, index: number): string | undefined {
  const words = wordsOf(path)
  const texts = TEXTS.find(([pattern]) => pattern.test(words))?.[1]
  return texts?.[index % texts.length]
}

/** A number that fits the names around a member. */
export function plausibleNumber(path: string, index: number): number | undefined {
  const words = wordsOf(path)
  const number = NUMBERS.find(([pattern]) => pattern.test(words))?.[1]
  return number === undefined
    ? undefined
    : Math.round((number + (index > 0 ? index : 0)) * 100) / 100
}

/** How many items a list of this name has when nothing else says it: as many as there are texts for it. */
export function plausibleCount(path: string): number {
  const words = wordsOf(path)
  return TEXTS.find(([pattern]) => pattern.test(words))?.[1].length ?? (words.endsWith('s') ? 2 : 1)
}

/** Names as words in lower case: `prepTime` and `prep_time` are "prep time". */
function wordsOf(path: string): string {
  return path
    .slice(-MAX_NAMES_CHARS)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** The names around a member; the innermost are the last, and say most. */
const MAX_NAMES_CHARS = 300
