/** When something ends, with the steps that lead there. */
export interface ClockAnswer {
  answer: string
  steps: string[]
}

const ASKS_FOR_END = /\b(?:arrive|arrival|end|ends|finish|finishes|over|ready|done)\b/i
const TIME = /\b([01]?\d|2[0-3]):([0-5]\d)\b/
const DURATION =
  /\b(\d{1,3})\s*(?:hours?|hrs?|h)(?:\s*(?:and\s+)?(\d{1,2})\s*(?:minutes?|mins?|min))?\b|\b(\d{1,4})\s*(?:minutes?|mins?|min)\b/gi

const DAY_MINUTES = 24 * 60

/** Adds the durations in a question to the time in it: "leaves at 9:40, takes 2 h. When does it arrive?" */
export function clockAnswer(text: string): ClockAnswer | undefined {
  const [start, hours, minutes] = TIME.exec(text) ?? []
  if (start === undefined || !ASKS_FOR_END.test(text)) return undefined
  const durations = [...text.matchAll(DURATION)]
    .slice(0, 8)
    .map(([said, h = '0', m = '0', alone = '0']) => ({
      said: said.replaceAll(/\s+/g, ' '),
      minutes: Number(h) * 60 + Number(m) + Number(alone),
    }))
  if (durations.length === 0) return undefined
  let at = Number(hours) * 60 + Number(minutes)
  const steps = durations.map(({ said, minutes: added }) => {
    at += added
    return `Adding ${said} gives ${clockText(at)}.`
  })
  const sum = [start, ...durations.map(({ said }) => said)].join(' plus ')
  const later = Math.floor(at / DAY_MINUTES)
  const day = later === 0 ? '' : later === 1 ? ' the next day' : ` ${later} days later`
  return {
    answer: `At **${clockText(at)}**${day}: ${sum}.`,
    steps: [`The question begins at ${start} and asks when it ends.`, ...steps],
  }
}

function clockText(minutes: number): string {
  return `${Math.floor(minutes / 60) % 24}:${String(minutes % 60).padStart(2, '0')}`
}
