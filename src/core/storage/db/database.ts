import type { DBSchema } from 'idb'

import type { Board, CellRecord } from '../../evaluate/board.ts'
import type { VoteRecord } from '../../evaluate/results/votes.ts'
import type {
  Conversation,
  ConversationLabel,
  MessageRecord,
} from '../conversations/conversation.ts'
import type { SearchIndexKey, SearchIndexRecord } from '../conversations/search/search-index.ts'
import type { StoredImageFile } from '../images/image-files.ts'
import type { StoredImageRun } from '../images/image-run.ts'
import type { StoredImageSource } from '../images/image-source.ts'
import type { Preset } from '../settings/preset.ts'
import { databaseOpener } from './open-database.ts'

export interface PlaygroundSchema extends DBSchema {
  conversations: { key: string; value: Conversation; indexes: { 'by-update': number } }
  messages: {
    key: string
    /** What is a long string in a message is stored as a Blob, see `long-texts.ts`. */
    value: MessageRecord
    indexes: { 'by-conversation': string }
  }
  labels: { key: string; value: ConversationLabel }
  presets: { key: string; value: Preset }
  imageRuns: { key: string; value: StoredImageRun }
  imageFiles: { key: string; value: StoredImageFile }
  imageSources: { key: string; value: StoredImageSource }
  searchIndex: { key: SearchIndexKey; value: SearchIndexRecord }
  boards: { key: string; value: Board }
  boardCells: { key: BoardCellKey; value: CellRecord }
  boardVotes: { key: BoardVoteKey; value: VoteRecord }
}

/** Board, case, configuration and repeat. */
type BoardCellKey = [boardId: string, caseId: string, configurationId: string, repeat: number]

/** Board, case, repeat and both configurations. */
type BoardVoteKey = [boardId: string, caseId: string, repeat: number, first: string, second: string]

/** The one database. Rejects where storage is refused (private windows, full disk): callers go on and say so. */
export const database = databaseOpener<PlaygroundSchema>('vendor-playground', 8, (db, from) => {
  if (from < 1) {
    const conversations = db.createObjectStore('conversations', { keyPath: 'id' })
    conversations.createIndex('by-update', 'updatedAt')
    const messages = db.createObjectStore('messages', { keyPath: 'id' })
    messages.createIndex('by-conversation', 'conversationId')
  }
  if (from < 2) {
    db.createObjectStore('labels', { keyPath: 'conversationId' })
    db.createObjectStore('presets', { keyPath: 'id' })
  }
  if (from < 3) db.createObjectStore('imageRuns', { keyPath: 'id' })
  if (from < 4) db.createObjectStore('imageFiles', { keyPath: 'hash' })
  if (from < 5) db.createObjectStore('imageSources', { keyPath: 'id' })
  if (from < 6) db.createObjectStore('searchIndex', { keyPath: ['conversationId', 'revision'] })
  if (from < 7) {
    db.createObjectStore('boards', { keyPath: 'id' })
    db.createObjectStore('boardCells', {
      keyPath: ['boardId', 'caseId', 'configurationId', 'repeat'],
    })
  }
  if (from < 8)
    db.createObjectStore('boardVotes', {
      keyPath: ['boardId', 'caseId', 'repeat', 'first', 'second'],
    })
})
