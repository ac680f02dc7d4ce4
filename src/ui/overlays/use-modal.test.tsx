import { fireEvent } from '@testing-library/dom'
import { vi } from 'vitest'

import { expect, test } from '../../app/testing/open-page.tsx'

test('a dialog closes by a press beside it, not by one that began in it or follows a change of its size', async ({
  page,
}) => {
  let resize = () => undefined as void
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resize = onResize
      }
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connection' })
  await expect(dialog).toBeVisible()
  const element = document.querySelector('dialog') ?? document.body
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 300, 300))
  const add = [...element.querySelectorAll('button')].find((one) =>
    one.textContent?.includes('Add'),
  )
  const beside = { clientX: 20, clientY: 20 }

  fireEvent.mouseDown(add ?? element, { clientX: 120, clientY: 120 })
  fireEvent.click(element, beside)
  await expect(dialog).toBeVisible()

  fireEvent.mouseDown(element, { clientX: 100, clientY: 100 })
  fireEvent.click(element, { clientX: 100, clientY: 100 })
  await expect(dialog).toBeVisible()

  resize()
  fireEvent.mouseDown(element, beside)
  fireEvent.click(element, beside)
  await expect(dialog).toBeVisible()

  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 1000)
  fireEvent.mouseDown(element, beside)
  fireEvent.click(element, beside)
  await expect(dialog).toBeHidden()
})
