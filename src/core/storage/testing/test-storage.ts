import { type TextStorage, textStorage } from '../db/browser-storage.ts'

/** The browser's small storage for tests. A full one reads, and refuses what is to be written. */
export class TestStorage implements Storage {
  [name: string]: unknown
  isFull = false
  private readonly items = new Map<string, string>()

  get length(): number {
    return this.items.size
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }
  setItem(key: string, text: string): void {
    if (this.isFull) throw new DOMException('no room', 'QuotaExceededError')
    this.items.set(key, text)
  }
  removeItem(key: string): void {
    this.items.delete(key)
  }
  clear(): void {
    this.items.clear()
  }
  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null
  }
}

/** A text storage for tests that lasts as long as it is held. */
export function memoryText(): TextStorage {
  const storage = new TestStorage()
  return textStorage(() => storage)
}
