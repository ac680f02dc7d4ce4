// @ts-check
/** The streams that every renderer is fed with: what arrives when, made once by a seeded generator. */
import { mulberry32, sampleAnswer } from '../streaming/sample-answer.mjs'

/**
 * @typedef {object} RecordedStream
 * @property {string} name in words, for the report
 * @property {string} above what is on the screen before the clock starts
 * @property {[ms: number, text: string][]} events what arrives, and when, from the start of the clock
 */

/** Characters of one token. */
const TOKEN = 4
const TOKENS_PER_SECOND = 500
/** Tokens of a long stream that are played in real time; what is above them is there already. */
const PLAYED = 1200
const PASTED = 40_000
const SEED = 7

/**
 * The streams by their id. `isWhole` plays all tokens of a stream in real time: two minutes for 60,000.
 * @param {{ isQuick: boolean, isWhole: boolean }} options @returns {Map<string, RecordedStream>}
 */
export function recordedStreams({ isQuick, isWhole }) {
  const long = (/** @type {number} */ tokens) => streamOf(tokens, isWhole ? tokens : PLAYED)
  return new Map([
    ['16k', long(16_000)],
    ...(isQuick
      ? []
      : /** @type {[string, RecordedStream][]} */ ([
          ['60k', long(60_000)],
          ['paste', { name: 'Paste of 40,000 tokens', above: '', events: [[0, answer(PASTED)]] }],
        ])),
  ])
}

/** @param {number} tokens @param {number} played @returns {RecordedStream} */
function streamOf(tokens, played) {
  const text = answer(tokens)
  const start = Math.max(0, text.length - played * TOKEN)
  return {
    name: `${tokens.toLocaleString('en-US')} tokens, ${TOKENS_PER_SECOND} a second`,
    above: text.slice(0, start),
    events: arrivalsOf(text.slice(start)),
  }
}

/** Code, tables, lists and formulas. @param {number} tokens */
function answer(tokens) {
  return sampleAnswer(tokens * TOKEN, SEED, { maths: true }).slice(0, tokens * TOKEN)
}

/** A text as a network brings it: some tokens at a time, unevenly. @param {string} text @returns {[number, string][]} */
function arrivalsOf(text) {
  const random = mulberry32(SEED)
  /** @type {[number, string][]} */
  const events = []
  for (let at = 0; at < text.length;) {
    const length = TOKEN * (1 + Math.floor(random() * 12))
    const ms = ((at + length) / TOKEN / TOKENS_PER_SECOND) * 1000
    events.push([Math.round(ms), text.slice(at, at + length)])
    at += length
  }
  return events
}
