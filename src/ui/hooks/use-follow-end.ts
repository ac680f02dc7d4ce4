import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** So close to the end (px), the reader counts as being there. */
const NEAR = 48

interface FollowEnd {
  /** False while the reader is somewhere above: nothing moves them. */
  following: boolean
  jumpToEnd: () => void
}

export function useFollowEnd(scroller: RefObject<HTMLElement | null>): FollowEnd {
  const [following, setFollowing] = useState(true)
  const isFollowing = useRef(true)

  const jumpToEnd = useCallback(() => {
    isFollowing.current = true
    setFollowing(true)
    scrollToEnd(scroller)
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (!element || !content) return undefined
    // Read by the observer, which is called at once, when the content has been laid out.
    let lastTop = 0
    const onScroll = () => {
      const { scrollTop } = element
      const isUp = scrollTop < lastTop
      lastTop = scrollTop
      // Who reads upward already gets no nearer to the end.
      if (isUp && !isFollowing.current) return
      const atEnd = element.scrollHeight - scrollTop - element.clientHeight < NEAR
      // Content that grows moves the end away without anyone scrolling; only going up lets go.
      if (!atEnd && !isUp) return
      isFollowing.current = atEnd
      setFollowing(atEnd)
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
  }, [scroller])

  return { following, jumpToEnd }
}

function scrollToEnd({ current }: RefObject<HTMLElement | null>): void {
  current?.scrollTo({ top: current.scrollHeight })
}
