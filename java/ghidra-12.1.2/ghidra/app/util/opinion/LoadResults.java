package ghidra.app.util.opinion;

import ghidra.framework.model.DomainObject;

/** Signatures of Ghidra 12.1.2: a program is taken for a consumer, or with what will be removed. */
public abstract class LoadResults<T extends DomainObject>
    implements Iterable<Loaded<T>>, AutoCloseable {
  public abstract Loaded<T> getPrimary();

  public abstract T getPrimaryDomainObject(Object consumer);

  @Deprecated(since = "12.0", forRemoval = true)
  public abstract T getPrimaryDomainObject();

  @Override
  public abstract void close();
}
