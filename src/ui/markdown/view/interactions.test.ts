import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { listenForClicks } from './interactions.ts'

class FakeElement {
  textContent = 'Copy'
  closest(selector: string): FakeElement | null {
    return selector === 'button.md-copy' || selector === '.md-code' ? this : null
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('behavior: a copy button that is pressed twice goes back to its own label', async () => {
  const container = new EventTarget()
  listenForClicks(container as HTMLElement, () => 'code', undefined, undefined)
  const button = new FakeElement()
  const press = async () => {
    const event = Object.assign(new Event('click'), { button: 0 })
    Object.defineProperty(event, 'target', { value: button })
    container.dispatchEvent(event)
    await vi.advanceTimersByTimeAsync(0)
  }
  await press()
  expect(button.textContent).toBe('Copied')
  await vi.advanceTimersByTimeAsync(1000)
  await press()
  await vi.advanceTimersByTimeAsync(1500)
  expect(button.textContent).toBe('Copied')
  await vi.advanceTimersByTimeAsync(500)
  expect(button.textContent).toBe('Copy')
  await vi.advanceTimersByTimeAsync(5000)
  expect(button.textContent).toBe('Copy')
})
