import java.io.*; import java.nio.file.*; import java.util.*;
import ghidra.*; import ghidra.framework.*;
import ghidra.app.decompiler.*;
import ghidra.app.plugin.core.analysis.AutoAnalysisManager; import ghidra.app.util.importer.*; import ghidra.app.util.opinion.*;
import ghidra.program.model.listing.*; import ghidra.program.model.pcode.*; import ghidra.program.model.data.*; import ghidra.program.model.address.*; import ghidra.util.task.*;
import com.google.gson.*;
public class Texts {
 static void collect(ClangNode n, List<Object> gs){
  if(n instanceof ClangVariableToken){ ClangVariableToken v=(ClangVariableToken)n; HighVariable h=v.getHighVariable();
   if(h instanceof HighGlobal && v.getText()!=null && v.getText().startsWith("_")){ Varnode r=v.getVarnode()!=null?v.getVarnode():h.getRepresentative(); Map<String,Object> g=new LinkedHashMap<>(); g.put("name",v.getText()); g.put("type",h.getDataType().getDisplayName()); g.put("size",h.getDataType().getLength()); g.put("address",Long.toHexString(r.getAddress().getOffset())); g.put("space",r.getAddress().getAddressSpace().getName()); gs.add(g);} }
  for(int i=0;i<n.numChildren();i++) collect(n.Child(i),gs);
 }
 static final TaskMonitor M=TaskMonitor.DUMMY; static final Object C=new Object();
 public static void main(String[] a) throws Exception {
  HeadlessGhidraApplicationConfiguration c=new HeadlessGhidraApplicationConfiguration(); c.setInitializeLogging(false);
  Application.initializeApplication(new GhidraJarApplicationLayout(),c);
  for(String line:Files.readAllLines(Path.of(a[0]))){
   String[] f=line.split("\t"); Path out=Path.of(a[1],f[0]+".json"); if(Files.exists(out)) continue;
   long t=System.nanoTime();
   try {
    LoadResults<Program> r=AutoImporter.importByUsingBestGuess(new File(f[1]),null,"/",C,new MessageLog(),M);
    Program p=r.getPrimaryDomainObject();
    int tx=p.startTransaction("analysis");
    try { AutoAnalysisManager am=AutoAnalysisManager.getAnalysisManager(p); am.initializeOptions(); am.reAnalyzeAll(null); am.startAnalysis(M); } finally { p.endTransaction(tx,true); }
    DecompInterface d=new DecompInterface(); d.setOptions(new DecompileOptions()); d.toggleCCode(true); d.toggleSyntaxTree(true); d.openProgram(p);
    long base=p.getImageBase().getOffset();
    List<Object> fs=new ArrayList<>();
    for(Function fn:p.getFunctionManager().getFunctions(true)) {
     Map<String,Object> m=new LinkedHashMap<>(); m.put("address",Long.toHexString(fn.getEntryPoint().getOffset())); m.put("name",fn.getName()); m.put("thunk",fn.isThunk());
     DecompileResults x=d.decompileFunction(fn,60,M);
     if(x.decompileCompleted()) { m.put("text",x.getDecompiledFunction().getC());
      List<Object> gs=new ArrayList<>();
      HighFunction h=x.getHighFunction();
      Iterator<HighSymbol> it=h.getGlobalSymbolMap().getSymbols();
      while(it.hasNext()){ HighSymbol s=it.next(); Map<String,Object> g=new LinkedHashMap<>(); g.put("name",s.getName()); g.put("type",s.getDataType()==null?null:s.getDataType().getDisplayName()); g.put("size",s.getSize());
       Address at=s.getStorage().getMinAddress(); g.put("address",at==null?null:Long.toHexString(at.getOffset())); g.put("space",at==null?null:at.getAddressSpace().getName()); gs.add(g);}
      collect(x.getCCodeMarkup(),gs);
      m.put("globals",gs);
     } else m.put("error",x.getErrorMessage());
     fs.add(m);
    }
    Map<String,Object> o=new LinkedHashMap<>(); o.put("base",Long.toHexString(base)); o.put("functions",fs);
    Files.writeString(out,new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create().toJson(o));
    System.out.println(f[0]+" "+fs.size()+" functions "+(System.nanoTime()-t)/1000000+" ms");
    d.dispose(); p.release(C);
   } catch(Throwable e){ System.out.println(f[0]+" FAILED "+e); e.printStackTrace(System.out); }
   System.out.flush();
  }
  System.exit(0);
 }
}
