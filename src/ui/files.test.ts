import { describe, expect, test } from 'vitest'

import { droppedFiles, takesFiles } from './files.ts'

const PICTURE = new File(['png'], 'a.png', { type: 'image/png' })

/** What a box takes of a clipboard or a drag, and what is left for whatever is around it. */
function given(how: 'onPaste' | 'onDrop', types: string[], files: File[]) {
  const data = { types, files } as unknown as DataTransfer
  const event = {
    clipboardData: data,
    dataTransfer: data,
    defaultPrevented: false,
    preventDefault: () => void (event.defaultPrevented = true),
  }
  const took: File[] = []
  takesFiles((all) => took.push(...all))[how](event)
  return { took, left: droppedFiles(event) }
}

describe('what a box takes', () => {
  test('a picture that is pasted, also from a web page', () => {
    const all = { took: [PICTURE], left: [] }
    expect(given('onPaste', ['Files'], [PICTURE])).toEqual(all)
    expect(given('onPaste', ['text/html', 'Files'], [PICTURE])).toEqual(all)
  })

  test('the text of a copied table, not the picture of it that comes along', () => {
    const types = ['text/plain', 'text/html', 'text/rtf', 'Files']
    expect(given('onPaste', types, [PICTURE]).took).toEqual([])
  })

  test('every file that is dropped, and what is around it gets none', () => {
    const other = new File(['%PDF'], 'b.pdf', { type: 'application/pdf' })
    expect(given('onDrop', ['Files'], [PICTURE, other])).toEqual({
      took: [PICTURE, other],
      left: [],
    })
  })

  test('nothing of a text', () => {
    expect(given('onPaste', ['text/plain'], []).took).toEqual([])
    expect(given('onDrop', ['text/plain'], []).took).toEqual([])
  })
})
