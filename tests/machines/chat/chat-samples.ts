import type { BranchMessage } from '#domain/chat/branch';
import type { ChatConversation } from '#domain/chat/conversation';
import type { HeldAttachment } from '#machines/chat/attachments.machine';
import type { ChatOffer } from '#machines/chat/chat.machine';
import type { Exchange } from '#machines/chat/exchange';

export const conversation: ChatConversation = {
  uuid: 'c1',
  chatTitle: 'Passwords',
  chatFolder: '',
  isPinned: false,
  isTemporary: false,
  isRunning: true,
  updateTime: 1_768_435_200,
};

const message: BranchMessage = {
  uuid: 'q1',
  parent: null,
  role: 'user',
  state: 'complete',
  answer: null,
  model: null,
  siblings: ['q1'],
  finishReason: null,
  usage: null,
  firstWordMs: null,
  totalMs: null,
  verdict: null,
  createTime: 1_768_435_200,
};
export const questionSample = (uuid = 'q1', parent: string | null = null): BranchMessage => ({
  ...message,
  uuid,
  parent,
  siblings: [uuid],
});
export const answerSample = (uuid = 'a1', parent = 'q1', changes: Partial<BranchMessage> = {}): BranchMessage => ({
  ...message,
  uuid,
  parent,
  role: 'assistant',
  siblings: [uuid],
  finishReason: 'stop',
  ...changes,
});
export const runningSample = (uuid = 'a1', parent = 'q1', run = uuid): BranchMessage =>
  answerSample(uuid, parent, { state: 'running', answer: run, finishReason: null });

export const exchangeSample: Exchange = { conversation, question: questionSample(), answer: runningSample() };

export const offerSample: ChatOffer = {
  owner: 'visitor',
  models: [{ id: 1, name: 'Built in', isBuiltIn: true, hidesPersonal: false, takesImages: false, charge: 'free', highestCharge: 0 }],
  balance: null,
  starters: [{ id: 1, name: 'Passwords', text: 'How do I change my password?' }],
  commands: [
    { name: 'sample', text: 'Shows what answers may hold', isBuiltIn: true },
    { name: 'shorter', text: 'Say it in three sentences:', isBuiltIn: false },
  ],
  messagesLeft: 2,
  messagesADay: 10,
  tokensLeft: null,
  tokensADay: null,
  inputCharacters: 20,
  isLabelled: true,
};

export const heldSample = (changes: Partial<HeldAttachment> = {}): HeldAttachment => ({
  fileId: 'f1',
  fileName: 'tea.png',
  sizeBytes: 70,
  kind: 'picture',
  uuid: 'u1',
  state: 'stored',
  issue: null,
  failure: null,
  ...changes,
});
