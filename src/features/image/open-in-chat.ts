import { createContext } from 'react'

/** Attaches a picture to the message that is being written in Chat, and goes there. Sends nothing. */
export type OpenInChat = (file: File) => void

/** Given by the shell; absent where there is no Chat to go to. */
export const OpenInChatContext = createContext<OpenInChat | undefined>(undefined)
