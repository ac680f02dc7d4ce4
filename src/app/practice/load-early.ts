import { isEmptyStaticChat } from './start-early.ts'

/*
 * What sends is requested as soon as the shell runs: the network has nothing else to do while the page is put together and drawn. Not
 * before that, as it imports the shell, whose files have to run in their own order. What can't be loaded is requested again where it is used.
 */
if (isEmptyStaticChat) import('../../features/chat/sending.ts').catch(() => undefined)
