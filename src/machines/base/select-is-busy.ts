/** Whether a machine is at something that whoever looks has to wait for; each tags such states. */
export const selectIsBusy = (snapshot: { hasTag(tag: 'busy'): boolean }): boolean => snapshot.hasTag('busy');
