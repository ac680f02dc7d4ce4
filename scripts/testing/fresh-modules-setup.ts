import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'

// Each file runs the modules anew, with databases of its own, in the process of the files before it.
vi.resetModules()
;(Reflect.get(globalThis, '__vitest_mocker__') as { reset(): void }).reset()
globalThis.indexedDB = new IDBFactory()
