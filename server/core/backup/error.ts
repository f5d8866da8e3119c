import { CommandError } from '../../commands/command.ts';

/** The message is a sentence for the user who makes or restores the backup. */
export class BackupError extends CommandError {}
