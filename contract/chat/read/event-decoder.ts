import { createParser } from 'eventsource-parser'

import { readJson } from '../../json.ts'

/** One server-sent event. */
export interface ServerEvent {
  /** The event's type when the server names one; usually absent. */
  event?: string
  data: string
}

export interface EventDecoder {
  /** What the body is; undefined while too little of it arrived. */
  form(): 'events' | 'whole' | undefined
  /** The events that these bytes complete. */
  decode(bytes: Uint8Array): ServerEvent[]
  /** What the end of the body completes. */
  end(): {
    events: ServerEvent[]
    /** The text of a body that is no event stream, whatever its label says. */
    whole?: string
  }
}

/** A single event, or a body that is no stream, larger than this (in characters) is an attack or a mistake. */
const MAX_EVENT_LENGTH = 8 * 1024 * 1024

/** Thrown when one event is larger than a page should hold. */
export class EventTooLargeError extends Error {
  override name = 'EventTooLargeError'
}

/** Lines of one JSON text that stands between the events. */
const MAX_STRAY_LINES = 200

/** The fields of an event, and the comments that keep a connection alive. */
const FIELD = /^(?:data|event|id|retry)?:/
/** What may still become one when more has arrived. */
const BEGUN_FIELD =
  /^(?:d(?:a(?:t(?:a)?)?)?|e(?:v(?:e(?:n(?:t)?)?)?)?|id?|r(?:e(?:t(?:r(?:y)?)?)?)?)?$/

/**
 * Turns the bytes of a response into events. Bytes may be split anywhere, inside a character or a line
 * ending; comments are dropped. Labels are not believed: a body that does not begin like an event
 * stream is given back whole at its end, unless events begin further down in it. What stands between events without
 * a field's name, such as the error of a proxy, is given as an event of its own.
 */
export function createEventDecoder({ maxLength = MAX_EVENT_LENGTH } = {}): EventDecoder {
  const text = new TextDecoder('utf-8')
  let form: 'events' | 'whole' | undefined
  /** What arrived before the form was known, then the text of a body that is no stream. */
  let whole = ''
  let events: ServerEvent[] = []
  /** Lines of a JSON text without a field's name, until it is whole. */
  let stray: string[] = []
  let tooLarge = false

  const giveStray = () => {
    if (stray.length > 0) events.push({ data: stray.join('\n') })
    stray = []
  }
  const addStray = (line: string) => {
    const text = line.replace(/^\s*data:/i, '').trim()
    if (text === '') return
    stray.push(text)
    const isBegun = /^[{[]/.test(stray[0] ?? '') && stray.length <= MAX_STRAY_LINES
    const mayBeWhole = stray.length === 1 || /^[}\]]/.test(text)
    if (!isBegun || (mayBeWhole && isJson(stray.join('\n')))) giveStray()
  }
  const parser = createParser({
    maxBufferSize: maxLength,
    onEvent: ({ event, data }) => {
      giveStray()
      events.push(event === undefined ? { data } : { event, data })
    },
    onError: ({ type, field, value = '', line = '' }) => {
      tooLarge ||= type === 'max-buffer-size-exceeded'
      // llama.cpp names its errors by a field.
      if (field === 'error') events.push({ event: 'error', data: value })
      else if (type === 'unknown-field') addStray(line)
    },
  })
  const takeStray = (): ServerEvent[] => {
    giveStray()
    return events.splice(0)
  }
  const parse = (piece: string): ServerEvent[] => {
    parser.feed(piece)
    if (tooLarge) throw new EventTooLargeError()
    const complete = events
    events = []
    return complete
  }
  const feed = (piece: string): ServerEvent[] => {
    if (form === 'events') return parse(piece)
    whole += piece
    if (whole.length > maxLength) throw new EventTooLargeError()
    form ??= formOf(whole)
    if (form !== 'events') return []
    const opening = whole.trimStart()
    whole = ''
    return parse(opening)
  }
  return {
    form: () => form,
    decode: (bytes) => feed(text.decode(bytes, { stream: true })),
    end: () => {
      const last = feed(text.decode())
      if (form === 'events') return { events: [...last, ...parse('\n\n'), ...takeStray()] }
      // A warning printed before the first event does not make it another body.
      const late = /^data:/m.test(whole) && !/^\s*[{[]/.test(whole)
      return late ? { events: [...parse(`${whole}\n\n`), ...takeStray()] } : { events: [], whole }
    },
  }
}

function isJson(text: string): boolean {
  return readJson(text) !== undefined
}

function formOf(text: string): 'events' | 'whole' | undefined {
  const opening = text.slice(0, 4096).trimStart()
  if (FIELD.test(opening)) return 'events'
  return BEGUN_FIELD.test(opening) && text.length <= 4096 ? undefined : 'whole'
}
