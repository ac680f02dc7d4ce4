export interface KeyValueStorageOptions {
  database?: string
  table?: string
}

export declare abstract class IKeyValueStorage {
  abstract getKeys(): Promise<string[]>
  abstract getEntries<T = unknown>(): Promise<[string, T][]>
  abstract getItem<T = unknown>(key: string): Promise<T | undefined>
  abstract setItem<T = unknown>(key: string, value: T): Promise<void>
  abstract removeItem(key: string): Promise<void>
}

declare class KeyValueStorage extends IKeyValueStorage {}

export { KeyValueStorage as default }
