import './message-frame.css'
import GripVertical from 'lucide-react/icons/grip-vertical'
import type { ReactNode } from 'react'

import type { Role } from '../../../../contract/chat/messages.ts'
import { moveMessage } from '../../../core/chat/conversation/authored-messages.ts'
import { stepsTo } from '../../../core/chat/conversation/order.ts'
import { chat } from '../../../page/chat.ts'

export const ROLE_NAMES: Record<Role, string> = {
  user: 'User',
  assistant: 'Assistant',
  system: 'System',
  developer: 'Developer',
  tool: 'Tool',
}

interface MessageFrameProps {
  from: Role
  messageId: string
  /** The line above the content: who said it, and when. */
  heading?: ReactNode
  /** The message's `MessageToolbar`, where it does not stand in the content. */
  toolbar?: ReactNode
  editing?: boolean
  children: ReactNode
}

/** One message: a person's own at the right, the others over the whole column. */
export function MessageFrame({
  from,
  messageId,
  heading,
  toolbar,
  editing = false,
  children,
}: MessageFrameProps) {
  return (
    <article
      aria-label={`${ROLE_NAMES[from]} message`}
      data-message={messageId}
      data-from={from}
      data-editing={editing || undefined}
      className="message"
    >
      <Grip />
      {heading !== undefined && <header className="message-heading">{heading}</header>}
      <div className="message-content">{children}</div>
      {!editing && toolbar}
    </article>
  )
}

/** Where the message is taken hold of with a pointer, in the margin; the menu moves it by keyboard. */
function Grip() {
  return (
    <span
      aria-hidden
      title="Drag to move"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        dragMessage(event.currentTarget, event)
      }}
      className="message-grip"
    >
      <GripVertical size={14} aria-hidden />
    </span>
  )
}

/** So near to an edge of the list it scrolls, px, by so much a frame. */
const EDGE = 56
const STEP = 12

/** The attribute by which a dragged pointer finds the message under it. */
const MESSAGE = 'data-message'

interface Place {
  /** The message beside the gap, and on which side of it the gap is. */
  article: HTMLElement
  after: boolean
}

/**
 * Moves a message with the pointer, from a press on its handle until it is let go: a line shows where
 * it will stand, Escape leaves it where it was. With the keyboard, its menu moves it.
 */
function dragMessage(handle: HTMLElement, { pointerId }: { pointerId: number }): void {
  const article = handle.closest<HTMLElement>(`[${MESSAGE}]`)
  const log = handle.closest<HTMLElement>('[role=log]')
  const scroller = log?.parentElement
  if (article === null || log === null || !scroller) return
  const line = dropLine()
  const ending = new AbortController()
  const { signal } = ending
  let place: Place | undefined
  let y = 0

  const look = () => {
    place = placeAt(log, y) ?? place
    if (place !== undefined) showLine(line, place)
  }
  const scroll = () => {
    if (signal.aborted) return
    const { top, bottom } = scroller.getBoundingClientRect()
    const by = y === 0 ? 0 : y < top + EDGE ? -STEP : y > bottom - EDGE ? STEP : 0
    if (by !== 0) {
      scroller.scrollBy({ top: by })
      look()
    }
    requestAnimationFrame(scroll)
  }
  const end = () => {
    ending.abort()
    line.remove()
    article.classList.remove('opacity-50')
  }
  article.classList.add('opacity-50')
  handle.setPointerCapture(pointerId)
  const onMove = (event: PointerEvent) => {
    y = event.clientY
    look()
  }
  const onUp = () => {
    end()
    if (place !== undefined) drop(article, place)
  }
  handle.addEventListener('pointermove', onMove, { signal })
  handle.addEventListener('pointerup', onUp, { signal })
  handle.addEventListener('pointercancel', end, { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      end()
    },
    { signal },
  )
  requestAnimationFrame(scroll)
}

/** The gap that is nearest to a height of the screen, among the messages in view. */
function placeAt(log: HTMLElement, y: number): Place | undefined {
  const { left, width } = log.getBoundingClientRect()
  const article = document
    .elementsFromPoint(left + width / 2, y)
    .flatMap((element) => element.closest<HTMLElement>(`[${MESSAGE}]`) ?? [])[0]
  if (article === undefined) return undefined
  const box = article.getBoundingClientRect()
  return { article, after: y > box.top + box.height / 2 }
}

function dropLine(): HTMLElement {
  const line = document.createElement('div')
  line.className = 'pointer-events-none fixed z-10 h-0.5 rounded-full bg-accent'
  document.body.append(line)
  return line
}

/** Half of the gap between two messages, px: the line stands in its middle. */
const HALF_GAP = 12

function showLine({ style }: HTMLElement, { article, after }: Place): void {
  const { left, top, bottom, width } = article.getBoundingClientRect()
  style.left = `${left}px`
  style.width = `${width}px`
  style.top = `${after ? bottom + HALF_GAP : top - HALF_GAP}px`
}

function drop(article: HTMLElement, { article: beside, after }: Place): void {
  const id = article.getAttribute(MESSAGE) ?? ''
  const ids = chat.conversation.getState().messages.map((record) => record.id)
  const by = stepsTo(ids, id, beside.getAttribute(MESSAGE) ?? '', after)
  if (by !== 0) moveMessage(chat, id, by)
}
