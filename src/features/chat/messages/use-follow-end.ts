import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** So close to the end (px), the reader counts as being there. */
const NEAR = 48

interface FollowEnd {
  /** Goes on the element that scrolls; its first child holds the content. */
  scroller: RefObject<HTMLDivElement | null>
  /** False while the reader is somewhere above: nothing moves them. */
  following: boolean
  jumpToEnd: () => void
}

/** Keeps the end of growing content in view for a reader who is at the end, and for no one else. */
export function useFollowEnd(): FollowEnd {
  const scroller = useRef<HTMLDivElement>(null)
  const [following, setFollowing] = useState(true)
  const isFollowing = useRef(true)

  const jumpToEnd = useCallback(() => {
    isFollowing.current = true
    setFollowing(true)
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [])

  useEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (!element || !content) return undefined
    let lastTop = element.scrollTop
    const onScroll = () => {
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR
      // Content that grows moves the end away without anyone scrolling; only going up lets go.
      if (atEnd || element.scrollTop < lastTop) {
        isFollowing.current = atEnd
        setFollowing(atEnd)
      }
      lastTop = element.scrollTop
    }
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTop = element.scrollHeight
      // Content that shrinks takes the reader up; no one scrolled.
      lastTop = element.scrollTop
    })
    observer.observe(content)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [])

  return { scroller, following, jumpToEnd }
}
