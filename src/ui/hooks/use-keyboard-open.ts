import { useEffect, useState } from 'react'

interface View {
  /** px of the page. */
  width: number
  /** px that can be seen, without the zoom of fingers. */
  height: number
  /** The focus is in something that is typed into. */
  isTyping: boolean
}

/** A keyboard takes more than this share of the height; the bars of a browser take less. */
const SHARE = 0.2

/** Tells from one view after the other whether a keyboard on the screen covers part of the page. */
export function watchKeyboard(): (view: View) => boolean {
  let tallest = { width: 0, height: 0 }
  return ({ width, height, isTyping }) => {
    // A phone that is turned has another height to compare with.
    if (width !== tallest.width || height > tallest.height) tallest = { width, height }
    return isTyping && height < (1 - SHARE) * tallest.height
  }
}

const TYPED_INTO = 'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])'

/** Whether the keyboard of a phone is open. */
export function useKeyboardOpen(): boolean {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const viewport = visualViewport
    // Where a mouse points, a window that becomes lower was made lower.
    if (viewport === null || !matchMedia('(pointer: coarse)').matches) return undefined
    const isKeyboardOpen = watchKeyboard()
    const measure = () => ({
      width: document.documentElement.clientWidth,
      height: viewport.height * viewport.scale,
    })
    // Not measured when the focus moves: that is often while the page changes, which would then be laid out twice.
    let size = measure()
    const look = () =>
      setOpen(
        isKeyboardOpen({ ...size, isTyping: document.activeElement?.matches(TYPED_INTO) === true }),
      )
    const onResize = () => {
      size = measure()
      look()
    }
    look()
    viewport.addEventListener('resize', onResize)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', look)
    return () => {
      viewport.removeEventListener('resize', onResize)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', look)
    }
  }, [])
  return isOpen
}
